import { isDeepStrictEqual } from 'node:util'
import type { ReleaseManifest } from '@canje/registry'
import {
  findRelease,
  integrityOf,
  prunedVersions,
  type ReleaseStore,
  readBuilt,
  readLog,
  storedReleases,
  type Trust,
} from '@canje/release-store'
import type { Finding } from '../findings'
import { versionWithdrawn } from './version'

/**
 * Rejects a version that the store already has: releases are immutable. A publication may be repeated, as after an
 * interruption: the same build, unless a later change has superseded it. What is live is no candidate (D45, candidate).
 *
 * @param build id of the present build
 * @param trust who may sign: what others have signed takes no version
 */
export async function checkVersionIsFree(
  store: ReleaseStore,
  { name, version }: Pick<ReleaseManifest, 'name' | 'version'>,
  build: string,
  trust: Trust,
  isCandidate = false,
): Promise<Finding[]> {
  const log = await readLog(store, name, trust)
  const withdrawn = versionWithdrawn(log, store.location, version)
  if (withdrawn.length > 0) return withdrawn
  const { live, next } = log.head?.state ?? {}
  const isNamed = prunedVersions(log).has(version) || storedReleases(log).some((one) => one.version === version)
  const stored = await findRelease(store, name, version)
  // An unreadable release takes its version too.
  const isTaken = isNamed || (await store.read(`${name}/${version}/release.json`)) !== undefined
  const isNewest = [isCandidate ? undefined : live, next?.release].some((release) => release?.version === version)
  if (!isTaken || (stored?.release.build === build && (isNewest || !isNamed))) return []
  return [versionExists(name, version, live?.version === version ? 'is live' : 'is already in the store')]
}

/**
 * Compares a build with those in the store: one of its version must have the same files, and one of another version
 * another id.
 *
 * @param dist absolute path
 */
export async function checkBuild(
  store: ReleaseStore,
  { name, version, build }: ReleaseManifest,
  dist: string,
  trust: Trust,
): Promise<Finding[]> {
  const releases = storedReleases(await readLog(store, name, trust))
  // A page that has loaded the other version would keep its code.
  const same = releases.find((release) => release.version !== version && release.build === build)
  const stored = await findRelease(store, name, version)
  const isOther = stored && !isDeepStrictEqual(stored.release.integrity, integrityOf(await readBuilt(dist)))
  const message = `${name} ${version} has the build id ${build}, as ${name} ${same?.version} in the store.`
  const fix = 'Derive build from the files or the commit, so that it never repeats.'
  return [
    ...(same ? [{ code: 'version-exists' as const, message, fix }] : []),
    ...(isOther ? [versionExists(name, version, 'is already in the store with other files')] : []),
  ]
}

function versionExists(name: string, version: string, problem: string): Finding {
  const message = `${name} ${version} ${problem}, and releases are immutable.`
  const fix = `Set a new version: "npm version patch" in the folder of ${name}. To make the stored release live: "npm run release -- promote ${name}@${version}".`
  return { code: 'version-exists', message, fix }
}
