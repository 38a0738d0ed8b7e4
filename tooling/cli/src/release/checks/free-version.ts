import { isDeepStrictEqual } from 'node:util'
import type { ReleaseManifest } from '@canje/registry'
import {
  findRelease,
  integrityOfBuild,
  prunedVersions,
  type ReleaseStore,
  type RemoteLog,
  readLog,
  storedReleases,
} from '@canje/release-store'
import type { Finding } from '../findings'

/**
 * Rejects a version that the store already has: releases are immutable. A publication may be repeated, as after an
 * interruption: the same build, unless a later change has superseded it.
 *
 * @param build id of the present build
 */
export async function checkVersionIsFree(
  store: ReleaseStore,
  { name, version }: Pick<ReleaseManifest, 'name' | 'version'>,
  build: string,
): Promise<Finding[]> {
  const log = await readLog(store, name)
  const { live, next } = log.head?.state ?? {}
  const isNamed = isNamedIn(log, version)
  const stored = await findRelease(store, name, version)
  // An unreadable release takes its version too.
  const isTaken = isNamed || (await store.read(`${name}/${version}/release.json`)) !== undefined
  const isNewest = [live, next].some((release) => release?.version === version)
  if (!isTaken || (stored?.release.build === build && (isNewest || !isNamed))) return []
  return [versionExists(name, version, 'is already in the store')]
}

function isNamedIn(log: RemoteLog, version: string): boolean {
  return prunedVersions(log).has(version) || storedReleases(log).some((release) => release.version === version)
}

/**
 * Compares a build with those in the store: one of its version must have the same files, and one of another version
 * another id.
 *
 * @param dist absolute path
 */
export async function checkBuild(store: ReleaseStore, manifest: ReleaseManifest, dist: string): Promise<Finding[]> {
  const isNew = checkBuildIsNew(await readLog(store, manifest.name), manifest)
  return [...isNew, ...(await checkFilesAreSame(store, manifest, dist))]
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
function checkBuildIsNew(log: RemoteLog, { name, version, build }: ReleaseManifest): Finding[] {
  const same = storedReleases(log).find((release) => release.version !== version && release.build === build)
  if (!same) return []
  const message = `${name} ${version} has the build id ${build}, as ${name} ${same.version} in the store.`
  return [
    { code: 'version-exists', message, fix: 'Derive build from the files or the commit, so that it never repeats.' },
  ]
}

function versionExists(name: string, version: string, problem: string): Finding {
  const message = `${name} ${version} ${problem}, and releases are immutable.`
  const fix = `Set a new version: "npm version patch" in the folder of ${name}. To make the stored release live: "npm run release -- promote ${name}@${version}".`
  return { code: 'version-exists', message, fix }
}
