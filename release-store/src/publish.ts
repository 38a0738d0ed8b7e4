import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ReleaseManifest } from '@canje/registry'
import * as v from 'valibot'
import { addRelease } from './add-release'
import { JsonFile, parsed } from './json-file'
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
 * @param isLocal whether it becomes the prerelease `<version>-local.<build>` when its version was pruned, or the store has
 *   another build of it
 * @throws StoreError when that, or else its version, is taken
 * @throws Error when the build is incomplete or has a forbidden file
 */
export async function publish(
  store: ReleaseStore,
  dist: string,
  trust: Trust = {},
  isLocal = false,
): Promise<PublishedRelease> {
  const manifest = await manifestIn(dist)
  const [forbidden] = await forbiddenFilesIn(dist)
  if (forbidden) throw new Error(forbidden)
  const { name, version, build } = manifest
  const log = await readLog(store, name, trust)
  const isPruned = prunedVersions(log).has(version)
  if (isPruned && !isLocal) throw prunedError(name, version)
  const local = isLocal ? { ...manifest, version: `${version}-local.${build}` } : undefined
  for (const one of [isPruned ? undefined : manifest, local]) {
    const release = one && (await addRelease(store, dist, one, log.newest?.hash))
    if (release) return release
  }
  const message = `${name} ${version} is already published with another build: set a new version in package.json.`
  throw new StoreError('refused', message)
}

const BuildFile = v.pipe(JsonFile, ReleaseManifest)

/** Reads the manifest of a build. @throws Error when it is missing or invalid */
export async function manifestIn(dist: string): Promise<ReleaseManifest> {
  const file = join(dist, 'release.json')
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) throw new Error(`${dist} has no file release.json.`)
  return parsed(BuildFile, text, file)
}
