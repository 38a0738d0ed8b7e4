import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { excerpt, readMenu } from '@canje/registry'
import { asCommandError, findRemotes, type Package, proposedListing, requireRemotes } from '../project'
import type { Listings } from './config-json'

/**
 * Reads what the shell of `npm start` lists: remotes as their package.json files propose, and those of `remotes.json` in the
 * data directory, which replace them. A malformed `remotes.json` is ignored. That, and each remote that the shell leaves out,
 * is named in one line on standard error, once.
 *
 * @param dataDirectory absolute path
 * @param keys the public keys that sign the remotes of package.json files
 * @returns lists remotes, as files are at each call
 */
export function createListings(dataDirectory: string, keys: readonly string[]) {
  const file = join(dataDirectory, 'remotes.json')
  let reported: string[] = []
  return (remotes: readonly Package[]): Listings => {
    const proposed = remotes.map((remote) => [remote.name, proposedListing(remote, keys)] as const)
    const { added, faults } = readAdded(file)
    const listings = { ...Object.fromEntries(proposed), ...added }
    const leftOut = readMenu(listings).findings.map(({ reason }) => `The shell leaves out a remote: ${reason}`)
    const lines = [...faults, ...leftOut]
    for (const line of lines) if (!reported.includes(line)) console.error(line)
    reported = lines
    return listings
  }
}

/** @returns the listings of `remotes.json`, none without it; what is wrong with it, in one line each */
function readAdded(file: string): { added: Listings; faults: string[] } {
  try {
    const added: Listings = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
    readMenu(added)
    return { added, faults: [] }
  } catch (error) {
    return { added: {}, faults: [excerpt(`${file} is ignored: ${asCommandError(error).message}`)] }
  }
}

/**
 * Finds the remotes of a repository at each call. While one of their package.json files cannot be read, such as one that is
 * half-written, it finds those of the call before.
 *
 * @param root absolute path of the repository
 * @throws CommandError when it has no remote
 */
export function remotesNow(root: string): () => Package[] {
  let found = requireRemotes(root)
  return () => {
    try {
      found = findRemotes(root)
    } catch {
      // The next call finds it complete.
    }
    return found
  }
}

/** Reads the file of settings at a path of a shell: in a folder of the operator, or else those of development. */
export function settingsFiles(remotes: () => readonly Package[], folder = '') {
  return (path: string): string | undefined => {
    const [, name] = /^\/settings\/(\w[\w.-]*)\.json$/.exec(path) ?? []
    if (name === undefined) return undefined
    const file = join(folder, `${name}.json`)
    if (folder && existsSync(file)) return readFileSync(file, 'utf8')
    const settings = remotes().find((remote) => remote.name === name)?.settings
    return settings && JSON.stringify(settings)
  }
}
