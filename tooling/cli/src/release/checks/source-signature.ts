import { type Entry, keyIdOf, keysFor, signatureFault, signedContent } from '@canje/registry'
import { publicKeyOf } from '@canje/release-store'
import type { Context } from '../context'
import type { CheckResult, Finding } from '../findings'
import { readReleaseKey } from './key'
import { fetchShells } from './shells'

/** An entry of a store's registry. */
interface SignedEntry {
  storeId: string
  entry: Entry
}

/**
 * Verifies who has signed the release that `copy` reads. The keys are those of the shells of `--from-shell`; without it,
 * those of the target's shells and of `--key`, which may be others than the source's.
 *
 * @param signed the source's entry with the release; nothing else is signed
 * @returns a note when the signature could not be verified
 */
export async function checkSourceSignature(
  context: Context,
  name: string,
  signed: SignedEntry | undefined,
): Promise<CheckResult<string[]>> {
  const { from, fromShells } = context
  const { value: keys, findings } = await keysOfSource(context, name)
  if (!keys) return { findings }
  const fault = signed ? await faultOf(signed, keys) : 'is not signed'
  if (!fault) return { value: [], findings: [] }
  const message = `In ${from.labelOf('registry.json')}, ${name} ${fault}.`
  const ids = await Promise.all(keys.map(keyIdOf))
  if (signed && ids.includes(signed.entry.signature.keyId)) return { findings: [altered(message)] }
  if (fromShells.length > 0) return { findings: [untrusted(message)] }
  const advice = `Name a shell that reads ${from.location}: --from-shell <url>.`
  return { value: [`Who has signed the release was not verified. ${message} ${advice}`], findings: [] }
}

async function keysOfSource(context: Context, name: string): Promise<CheckResult<string[]>> {
  const { fromShells, shells, keyFileOf, stop } = context
  const { value: found = [], findings } = await fetchShells(fromShells.length > 0 ? fromShells : shells, stop)
  const keys = found.flatMap(({ config: { authority } }) => keysFor(authority, name))
  if (fromShells.length > 0) return findings.length > 0 ? { findings } : { value: keys, findings }
  // The checks of a publication report a key or a shell of the target that cannot be read.
  const { value: own } = await readReleaseKey(keyFileOf(name))
  return { value: [...(own ? [publicKeyOf(own)] : []), ...keys], findings: [] }
}

function faultOf({ storeId, entry }: SignedEntry, keys: string[]): Promise<string | undefined> {
  return signatureFault(signedContent(storeId, { ...entry }), entry.signature, keys)
}

function altered(message: string): Finding {
  const fix = 'Restore registry.json of the source from a backup. "verify" shows details.'
  return { code: 'registry-unusable', message, fix }
}

function untrusted(message: string): Finding {
  const fix =
    'Copy a release that is live or previous in the source, and name shells that trust its key (--from-shell).'
  return { code: 'key-not-trusted', message, fix }
}
