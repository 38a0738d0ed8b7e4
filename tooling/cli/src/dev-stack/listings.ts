import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { excerpt, readMenu } from '@canje/registry'
import { asCommandError, findRemotes, type Package, proposedListing } from '../project'
import type { Listings } from './config-json'

/** Lists remotes, as files are at each call. */
export type ReadListings = (remotes: readonly Package[]) => Listings

/**
 * Reads what the shell of `npm start` lists: remotes as their package.json files propose, and those of `remotes.json` in the
 * data directory, which replace them. A malformed `remotes.json` is reported once, and ignored.
 *
 * @param dataDirectory absolute path
 * @param keyOf the public key that signs a remote
 */
export function createListings(dataDirectory: string, keyOf: (remote: string) => string): ReadListings {
  const file = join(dataDirectory, 'remotes.json')
  let reported: string | undefined
  const added = (): Listings => {
    try {
      const listings: Listings = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
      readMenu(listings)
      reported = undefined
      return listings
    } catch (error) {
      const fault = excerpt(`${file} is ignored: ${asCommandError(error).message}`)
      if (fault !== reported) console.error(fault)
      reported = fault
      return {}
    }
  }
  return (remotes) => {
    const proposed = remotes.map((remote) => [remote.name, proposedListing(remote, [keyOf(remote.name)])] as const)
    return { ...Object.fromEntries(proposed), ...added() }
  }
}

/**
 * Finds the remotes of a repository at each call. While one of their package.json files cannot be read, such as one that is
 * half-written, it finds those of the call before.
 *
 * @param root absolute path of the repository
 */
export function remotesNow(root: string): () => Package[] {
  let found = findRemotes(root)
  return () => {
    try {
      found = findRemotes(root)
    } catch {
      // The next call finds it complete.
    }
    return found
  }
}
