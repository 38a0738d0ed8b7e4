import type { Finding } from '../findings'

/** @param sentences what `registry/store` found in the store's files */
export function damaged(sentences: string[]): Finding[] {
  const fix = 'Put the store’s files back from where it is kept safe, or publish the remote under a new version.'
  return sentences.map((sentence) => ({ code: 'store-damaged', message: `${sentence}.`, fix }))
}
