import type { ReleaseManifest } from '@canje/registry'
import {
  findRelease,
  prunedVersions,
  type ReleaseStore,
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

/** Requires a build to have another id than the other versions in the store: a page that has loaded one would keep its code. */
export async function checkBuild(
  store: ReleaseStore,
  { name, version, build }: ReleaseManifest,
  trust: Trust,
): Promise<Finding[]> {
  const releases = storedReleases(await readLog(store, name, trust))
  const same = releases.find((release) => release.version !== version && release.build === build)
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
