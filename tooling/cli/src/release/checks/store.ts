import type { Finding } from '../findings'

/** @param sentences damage that `release-store` found, without the final full stop */
export function storeDamaged(sentences: string[]): Finding[] {
  const fix = 'Restore the store from a backup, or publish the remote under a new version.'
  return sentences.map((sentence) => ({ code: 'store-damaged', message: `${sentence}.`, fix }))
}
