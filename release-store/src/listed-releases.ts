import { join } from 'node:path'
import type { RegisteredRemote } from '@canje/registry'
import type { Listing, RegistryChange, ReleaseStore } from './release-store'

/** Returns the folders of the releases that a registry lists, relative to the store. */
export function foldersOf(registry: Listing | undefined): Set<string> {
  return new Set(
    registry?.remotes.flatMap(({ name, live, previous }) =>
      [live, ...previous].map(({ version }) => join(name, version)),
    ),
  )
}

/** Returns the folders of the releases that only the new registry lists. */
export function foldersAdded({ old, registry }: RegistryChange): string[] {
  const before = foldersOf(old)
  return [...foldersOf(registry)].filter((folder) => !before.has(folder))
}

/** Returns the folders of the releases that only the old registry lists. */
export function foldersRemoved({ old, registry }: RegistryChange): string[] {
  const after = foldersOf(registry)
  return [...foldersOf(old)].filter((folder) => !after.has(folder))
}

/** Removes a release. The newest previous one of its remote becomes live in its place. */
export function withoutFolder(remotes: readonly RegisteredRemote[], folder: string): RegisteredRemote[] {
  return remotes.flatMap(({ name, live, previous }) => {
    const [first, ...others] = [live, ...previous].filter(({ version }) => join(name, version) !== folder)
    return first ? [{ name, live: first, previous: others }] : []
  })
}

/** The error of a change that lists a release which `prune` has deleted meanwhile. */
export function deletedError({ location }: ReleaseStore, folder: string): Error {
  return new Error(`${folder} was deleted from ${location}: publish it again.`)
}
