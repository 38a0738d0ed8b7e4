import type { Finding } from '../findings'

/** @param sentences damage that `release-store` found, without the final full stop */
export function storeDamaged(sentences: string[]): Finding[] {
  const fix =
    'Restore the store from a backup. Else publish a new version in place of a damaged release; and for a damaged log, list the key of its states in config.json again, or raise the epoch of the remote there and publish.'
  return sentences.map((sentence) => ({ code: 'store-damaged', message: `${sentence}.`, fix }))
}
