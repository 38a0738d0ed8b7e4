import type { ReleaseStore } from '@canje/release-store'
import { type Finding, Refusal } from '../findings'

/** @param sentences damage that `release-store` found, without the final full stop */
export function storeDamaged(sentences: string[]): Finding[] {
  const fix =
    'Restore the store from a backup. Else publish a new version in place of a damaged release; and for a damaged log, list the key of its states in config.json again, or raise the epoch of the remote there and publish.'
  return sentences.map((sentence) => ({ code: 'store-damaged', message: `${sentence}.`, fix }))
}

/** The refusal of a store that is empty, or another folder. */
export function nothingReleased({ location }: ReleaseStore): Refusal {
  const fix = 'Pass the folder or bucket of a release store that this key may list.'
  return new Refusal([{ code: 'version-unknown', message: `${location} has no live release.`, fix }])
}
