import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ReleaseManifest } from '@canje/registry'
import type { PublishedRelease, ReleaseStore } from '../release-store'
import { stage } from '../stage'
import { readStoreJson } from '../store-file'
import { existingRelease, manifestOf, published } from '../stored-release'
import { filesInPlace, reserve, upload } from './release-files'

/** @returns the release; undefined when the bucket has another build of its version */
export async function addToBucket(
  store: ReleaseStore,
  dist: string,
  manifest: ReleaseManifest,
): Promise<PublishedRelease | undefined> {
  const { name, version } = manifest
  const path = `${name}/${version}`
  const folder = await mkdtemp(join(tmpdir(), 'canje-release-'))
  try {
    const stored = await stage(dist, folder, manifest)
    const isFree = (await readStoreJson(store, manifestOf(name, version))) === undefined
    // Before the reservation, so that a foreign file changes nothing.
    if (isFree) await filesInPlace(store.location, path, folder)
    const isReserved = isFree && (await reserve(store.location, path, folder))
    const existing = isReserved ? undefined : await existingRelease(store, manifest)
    if (!isReserved && !isDeepStrictEqual(existing?.release.integrity, stored.integrity)) return undefined
    await upload(store.location, path, folder)
    return existing ?? published(stored)
  } finally {
    await rm(folder, { recursive: true })
  }
}
