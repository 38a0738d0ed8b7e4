import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ReleaseManifest } from '@canje/registry'
import type { PublishedRelease, ReleaseStore } from '../release-store'
import { stage } from '../stage'
import { readStoreJson } from '../store-file'
import { existingRelease, manifestOf, published, type StoredManifest } from '../stored-release'
import type { Bucket } from './client'
import { filesInPlace, reserve, upload } from './release-files'

/** @returns the release; undefined when the bucket has another build of its version */
export async function addToBucket(
  bucket: Bucket,
  store: ReleaseStore,
  dist: string,
  manifest: ReleaseManifest,
): Promise<PublishedRelease | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-release-'))
  try {
    return await addStaged(bucket, store, folder, await stage(dist, folder, manifest))
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** As {@link addToBucket}, with the files of a release. */
export async function addStaged(
  bucket: Bucket,
  store: ReleaseStore,
  folder: string,
  stored: StoredManifest,
): Promise<PublishedRelease | undefined> {
  const { name, version } = stored
  const path = `${name}/${version}`
  const isFree = (await readStoreJson(store, manifestOf(name, version))) === undefined
  // Before the reservation, so that a foreign file changes nothing.
  if (isFree) await filesInPlace(bucket, path, folder)
  const isReserved = isFree && (await reserve(bucket, path, folder))
  const existing = isReserved ? undefined : await existingRelease(store, stored)
  if (!isReserved && !isDeepStrictEqual(existing?.release.integrity, stored.integrity)) return undefined
  await upload(bucket, path, folder)
  return existing ?? published(stored)
}
