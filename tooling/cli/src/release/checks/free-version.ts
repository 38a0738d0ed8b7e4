import { isDeepStrictEqual } from 'node:util'
import type { ReleaseManifest } from '@canje/registry'
import { findRelease, integrityOfBuild, type ReleaseStore, readRegistry, readRelease } from '@canje/release-store'
import type { Finding } from '../findings'
import { versionsIn } from './version'

/**
 * Rejects a version that the store already has: releases are immutable. A publication that was interrupted may be repeated:
 * the same build, which is not in the registry.
 *
 * @param build id of the present build
 */
export async function checkVersionIsFree(
  store: ReleaseStore,
  { name, version }: Pick<ReleaseManifest, 'name' | 'version'>,
  build: string,
): Promise<Finding[]> {
  if (!(await versionsIn(store, name)).includes(version)) return []
  // An unreadable release takes its version too.
  const stored = await readRelease(store, name, version).catch(() => undefined)
  if (stored?.release.build === build && !(await isListed(store, name, version))) return []
  return [versionExists(name, version, 'is already in the store')]
}

/**
 * Compares a build with those in the store: one of its version must have the same files, and one of another version
 * another id.
 *
 * @param dist absolute path
 */
export async function checkBuild(store: ReleaseStore, manifest: ReleaseManifest, dist: string): Promise<Finding[]> {
  return [...(await checkBuildIsNew(store, manifest)), ...(await checkFilesAreSame(store, manifest, dist))]
}

/** Rejects a build with other files than the stored one of its version, which has the same build id. */
async function checkFilesAreSame(
  store: ReleaseStore,
  { name, version }: ReleaseManifest,
  dist: string,
): Promise<Finding[]> {
  const stored = await findRelease(store, name, version)
  if (!stored || isDeepStrictEqual(stored.release.integrity, await integrityOfBuild(dist))) return []
  return [versionExists(name, version, 'is already in the store with other files')]
}

/** Rejects the build id of another version: a page that has loaded that version would keep its code. */
async function checkBuildIsNew(store: ReleaseStore, { name, version, build }: ReleaseManifest): Promise<Finding[]> {
  const versions = (await versionsIn(store, name)).filter((other) => other !== version)
  const stored = await Promise.all(versions.map((other) => findRelease(store, name, other)))
  const same = stored.find((found) => found?.release.build === build)
  if (!same) return []
  const message = `${name} ${version} has the build id ${build}, as ${name} ${same.release.version} in the store.`
  return [
    { code: 'version-exists', message, fix: 'Derive build from the files or the commit, so that it never repeats.' },
  ]
}

function versionExists(name: string, version: string, problem: string): Finding {
  const message = `${name} ${version} ${problem}, and releases are immutable.`
  const fix = `Set a new version: "npm version patch" in the folder of ${name}. To make the stored release live: "npm run release -- promote ${name}@${version}".`
  return { code: 'version-exists', message, fix }
}

async function isListed(store: ReleaseStore, name: string, version: string): Promise<boolean> {
  const remotes = (await readRegistry(store).catch(() => undefined))?.remotes ?? []
  const releases = remotes.filter((remote) => remote.name === name).flatMap(({ live, previous }) => [live, ...previous])
  return releases.some((release) => release.version === version)
}
