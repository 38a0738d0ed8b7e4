import { Change, PublicKey } from '@canje/registry'
import { InvalidArgumentError } from 'commander'
import * as v from 'valibot'
import { isShellUrl } from './shell-urls'

/** Collects the URLs of a repeated option. */
export function shellUrls(text: string, others: string[] = []): string[] {
  if (isShellUrl(text)) return [...others, text]
  throw new InvalidArgumentError('It must be an http or https URL.')
}

/** As {@link shellUrls}. A failed `curl | jq` yields an empty text or `null`. */
export function publicKeys(text: string, others: string[] = []): string[] {
  if (v.is(PublicKey, text)) return [...others, text]
  throw new InvalidArgumentError('It must be the 32 bytes of a public key, in base64.')
}

export function aNumberOf(unit: string, least = 0): (text: string) => number {
  return (text) => {
    if (/^\d{1,4}(\.\d+)?$/.test(text) && Number(text) >= least) return Number(text)
    throw new InvalidArgumentError(`It must be a number of ${unit} from ${least} to 9999.`)
  }
}

/** As the log accepts it; an empty one is reported with its option. */
export function aReason(text: string): string {
  if (text === '' || v.is(Change.entries.reason, text)) return text
  throw new InvalidArgumentError('It must be one line of at most 300 characters.')
}
