import { join } from 'node:path'
import type { RegistryChange, ReleaseStore, StoredRegistry } from './release-store'

/** Returns the folders of the releases that a registry lists, relative to the store. */
export function foldersOf(registry: StoredRegistry | undefined): Set<string> {
  return new Set(buildsOf(registry).keys())
}

/** Returns the folders of the releases that only the new registry lists, or lists with another build. */
export function foldersAdded({ old, registry }: RegistryChange): string[] {
  const before = buildsOf(old)
  return [...buildsOf(registry)].flatMap(([folder, build]) => (before.get(folder) === build ? [] : folder))
}

function buildsOf(registry: StoredRegistry | undefined): Map<string, string> {
  return new Map(
    registry?.remotes.flatMap(({ name, live, previous }) =>
      [live, ...previous].map(({ version, build }): [string, string] => [join(name, version), build]),
    ),
  )
}

/** Returns the folders of the releases that only the old registry lists. */
export function foldersRemoved({ old, registry }: RegistryChange): string[] {
  const after = foldersOf(registry)
  return [...foldersOf(old)].filter((folder) => !after.has(folder))
}

/** The error of a change that lists a release which `prune` has deleted meanwhile. */
export function deletedError({ location }: ReleaseStore, folder: string): Error {
  return new Error(`${folder} was deleted from ${location}: publish it again.`)
}
