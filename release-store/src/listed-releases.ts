import { basename, dirname, join } from 'node:path'
import type { Listing, RegistryChange, ReleaseStore } from './release-store'
import { findRelease } from './stored-release'

/** Returns the folders of the releases that a registry lists, relative to the store. */
export function foldersOf(registry: Listing | undefined): Set<string> {
  return new Set(buildsOf(registry).keys())
}

/** Returns the folders of the releases that only the new registry lists, or lists with another build. */
export function foldersAdded({ old, registry }: RegistryChange): string[] {
  const before = buildsOf(old)
  return [...buildsOf(registry)].flatMap(([folder, build]) => (before.get(folder) === build ? [] : folder))
}

function buildsOf(registry: Listing | undefined): Map<string, string> {
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

/**
 * Asserts that the store has the releases that only the new registry lists.
 *
 * @throws Error when `prune` has deleted one, or another build has taken its place since
 */
export async function assertStored(store: ReleaseStore, made: RegistryChange): Promise<void> {
  for (const folder of foldersAdded(made)) {
    const stored = await findRelease(store, dirname(folder), basename(folder))
    if (stored?.release.build !== buildsOf(made.registry).get(folder))
      throw new Error(`${folder} was deleted from ${store.location}: publish it again.`)
  }
}
