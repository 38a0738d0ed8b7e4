import { Integrity, Name, ReleaseManifest, Version } from '@canje/registry'
import * as v from 'valibot'
import { parseJson, validJson } from './json-file'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { StoreError } from './store-error'

/** The `release.json` of a published release, without what only the checks before the publication and operators read. */
export const StoredManifest = v.object({
  ...v.omit(ReleaseManifest, ['sharedUi', 'proposedTab']).entries,
  integrity: Integrity,
  after: v.optional(v.string()),
})
export type StoredManifest = v.InferOutput<typeof StoredManifest>

/**
 * Reads a published release.
 *
 * @returns undefined when the store has no such version
 * @throws StoreError when its `release.json` is invalid, or of another release
 */
export async function readRelease(
  store: ReleaseStore,
  name: string,
  version: string,
): Promise<PublishedRelease | undefined> {
  if (!v.is(Name, name) || !v.is(Version, version)) return undefined
  const path = manifestOf(name, version)
  const content = await store.read(path)
  const file = store.labelOf(path)
  try {
    const manifest = content && validJson(parseJson(content.toString(), file), file, StoredManifest)
    if (!manifest || (manifest.name === name && manifest.version === version)) return manifest && publishedIn(manifest)
    throw new Error(`${file} is the manifest of ${manifest.name} ${manifest.version}.`)
  } catch (error) {
    throw new StoreError('damaged', error instanceof Error ? error.message : String(error))
  }
}

/**
 * As {@link readRelease}, and undefined when `release.json` is another application's, or damaged.
 *
 * @throws StoreError when the store refuses, or is out of reach
 */
export async function findRelease(
  store: ReleaseStore,
  name: string,
  version: string,
): Promise<PublishedRelease | undefined> {
  return readRelease(store, name, version).catch((error: unknown) => {
    if (!(error instanceof StoreError) || error.fault !== 'damaged') throw error
    return undefined
  })
}

/** The path of a release's manifest in its store. */
export function manifestOf(name: string, version: string): string {
  return `${name}/${version}/release.json`
}

/** A release as states name it: pages load them, and need nothing that only the checks read. */
export function publishedIn({ name, after, uses: _, ...manifest }: StoredManifest): PublishedRelease {
  return { name, after, release: { ...manifest, entry: `${name}/${manifest.version}/${manifest.entry}` } }
}
