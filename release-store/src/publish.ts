import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { preloadedFiles, ReleaseManifest } from '@canje/registry'
import { addRelease } from './add-release'
import { parseJson, validJson } from './json-file'
import { prunedError } from './live'
import { prunedVersions, readLog, type Trust } from './log'
import { forbiddenFilesIn } from './plain-files'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { StoreError } from './store-error'

/**
 * Copies a build into the store, with brotli and gzip copies of its compressible files. A build that is already published
 * is left unchanged; the copy of one that was interrupted is completed. The release is not live until a state names it.
 *
 * @param dist folder of a production build with its `release.json`
 * @param trust who may sign, so that only they have pruned a version
 * @throws StoreError when the version was pruned, or the store has another build of it
 * @throws Error when the build is incomplete or has a forbidden file
 */
export async function publish(store: ReleaseStore, dist: string, trust: Trust = {}): Promise<PublishedRelease> {
  const manifest = await readBuild(dist)
  const { name, version } = manifest
  const log = await readLog(store, name, trust)
  if (prunedVersions(log).has(version)) throw prunedError(name, version)
  const release = await addRelease(store, dist, manifest, log.newest?.hash)
  if (release) return release
  const message = `${name} ${version} is already published with another build: set a new version in package.json.`
  throw new StoreError('refused', message)
}

/**
 * As {@link publish}, for local builds: when the version was pruned, or the store has another build of it, the new one becomes
 * the prerelease `<version>-local.<build>`.
 *
 * @throws as {@link publish}, when that version is taken too
 */
export async function publishLocally(store: ReleaseStore, dist: string): Promise<PublishedRelease> {
  const manifest = await readBuild(dist)
  const { name, version, build } = manifest
  const log = await readLog(store, name)
  for (const local of [manifest, { ...manifest, version: `${version}-local.${build}` }]) {
    if (prunedVersions(log).has(local.version)) continue
    const release = await addRelease(store, dist, local, log.newest?.hash)
    if (release) return release
  }
  const message = `${name} ${version}, build ${build}, cannot be published: ${version} and its local version are taken.`
  throw new StoreError('refused', message)
}

async function readBuild(dist: string): Promise<ReleaseManifest> {
  const [forbidden] = await forbiddenFilesIn(dist)
  if (forbidden) throw new Error(forbidden)
  const file = join(dist, 'release.json')
  if (!existsSync(file)) throw new Error(`${dist} has no release.json: build the remote before you release it.`)
  const manifest = validJson(parseJson(await readFile(file, 'utf8'), file), file, ReleaseManifest)
  for (const file of [manifest.entry, ...preloadedFiles(manifest)]) {
    if (!existsSync(join(dist, file))) throw new Error(`${join(dist, file)} is missing: build the remote again.`)
  }
  return manifest
}
