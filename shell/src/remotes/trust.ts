import { type Authority, keysFor, listingOf } from '@canje/registry'

/** What decides which states of a remote are accepted, to be compared; undefined for one that is not listed. */
export function trustIn(authority: Authority, name: string): string | undefined {
  const listing = listingOf(authority, name)
  return listing && [listing.epoch, ...keysFor(authority, name)].join(' ')
}
