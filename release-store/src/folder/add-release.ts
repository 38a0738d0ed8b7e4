import { existsSync } from 'node:fs'
import { mkdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ReleaseManifest } from '@canje/registry'
import { integrityOf, integrityOfBuild } from '../integrity'
import type { PublishedRelease, ReleaseStore } from '../release-store'
import { stage } from '../stage'
import { existingRelease, published } from '../stored-release'
import { temporaryFolder } from './folders'
import { sync, syncTree } from './sync'

/** @returns the release; undefined when the store has another build of its version */
export async function addToFolder(
  store: ReleaseStore,
  dist: string,
  manifest: ReleaseManifest,
): Promise<PublishedRelease | undefined> {
  const { name, version } = manifest
  const folder = join(store.location, name)
  const target = join(folder, version)
  if (existsSync(target)) return sameRelease(store, dist, manifest)
  const temporary = temporaryFolder(folder)
  try {
    await mkdir(temporary, { recursive: true })
    const stored = await stage(dist, temporary, manifest)
    await syncTree(temporary)
    await rename(temporary, target)
    await Promise.all([folder, store.location].map(sync))
    return published(stored)
  } catch (error) {
    // Another process may have published it first; its folder is complete.
    if (existsSync(target)) return sameRelease(store, dist, manifest)
    throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
    // After a failure; it fails while the remote has releases.
    await rmdir(folder).catch(() => undefined)
  }
}

/** @returns the release in the folder of a version, if it has the files of this build */
async function sameRelease(
  store: ReleaseStore,
  dist: string,
  manifest: ReleaseManifest,
): Promise<PublishedRelease | undefined> {
  const existing = await existingRelease(store, manifest)
  const built = await integrityOfBuild(dist)
  const hashes = [existing?.release.integrity, await integrityOf(join(store.location, manifest.name, manifest.version))]
  return hashes.every((found) => isDeepStrictEqual(found, built)) ? existing : undefined
}
