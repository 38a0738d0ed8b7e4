import { Integrity, Name, ReleaseManifest, Version } from '@canje/registry'
import * as v from 'valibot'
import { JsonFile } from './json-file'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { emptyIfDamaged } from './store-error'

/** The `release.json` of a published release, without what only the checks before the publication and operators read. */
export const StoredManifest = v.object({
  ...v.omit(ReleaseManifest, ['sharedUi', 'proposedTab']).entries,
  integrity: Integrity,
  after: v.optional(v.string()),
})
export type StoredManifest = v.InferOutput<typeof StoredManifest>

const ManifestFile = v.pipe(JsonFile, StoredManifest)

/**
 * Reads a published release.
 *
 * @returns undefined when the store has no such version, or its `release.json` is another application's, or damaged
 * @throws StoreError when the store refuses, or is out of reach
 */
export async function findRelease(
  store: ReleaseStore,
  name: string,
  version: string,
): Promise<PublishedRelease | undefined> {
  if (!v.is(Name, name) || !v.is(Version, version)) return undefined
  const content = await store.read(manifestOf(name, version)).catch(emptyIfDamaged)
  const { success, output } = v.safeParse(ManifestFile, content?.toString())
  return success && output.name === name && output.version === version ? publishedIn(output) : undefined
}

/** The path of a release's manifest in its store. */
export function manifestOf(name: string, version: string): string {
  return `${name}/${version}/release.json`
}

/** A release as states name it: pages load them, and need nothing that only the checks read. */
export function publishedIn({ name, after, uses: _, ...manifest }: StoredManifest): PublishedRelease {
  return { name, after, release: { ...manifest, entry: `${name}/${manifest.version}/${manifest.entry}` } }
}
