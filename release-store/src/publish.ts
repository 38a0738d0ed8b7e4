import { mkdir, mkdtemp, rename, rm, rmdir, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { Integrity, Name, PathSegment, preloadedFiles, type Release, ReleaseManifest } from '@canje/registry'
import * as v from 'valibot'
import { isBucket } from './bucket/address'
import { compress } from './compress'
import { temporaryFolder } from './folders'
import { integrityOf, integrityOfBuild } from './integrity'
import { validJson, writeJsonFiles } from './json-file'
import { copyPlainFiles, forbiddenFilesIn, isReleased } from './plain-files'
import { StoreError } from './store-error'
import { labelOf, readStoreJson, readValidJson } from './store-file'
import { sync, syncTree } from './sync'

/** A release in a store; its entry is relative to the registry. */
export interface PublishedRelease {
  name: string
  release: Release
}

/** The `release.json` of a published release. */
const StoredManifest = v.object({ ...ReleaseManifest.entries, integrity: Integrity })
type StoredManifest = v.InferOutput<typeof StoredManifest>

/** The fields that `release.json` has in earlier formats too. */
const AnyManifest = v.object({ build: v.string() })

/**
 * Copies a build into the store, with brotli and gzip copies of its compressible files. A build that is already published
 * is left unchanged. The release is not live until the registry lists it.
 *
 * @param store folder of the store, or `s3://bucket/prefix`
 * @param dist folder of a production build with its `release.json`
 * @throws Error when the build is incomplete or has a forbidden file, or the store has another build of this version
 */
export async function publish(store: string, dist: string): Promise<PublishedRelease> {
  const manifest = await readBuild(dist)
  const release = await copyIntoStore(store, dist, manifest)
  if (release) return release
  const { name, version } = manifest
  throw new Error(`${name} ${version} is already published with another build: set a new version in package.json.`)
}

/**
 * As {@link publish}, for local builds: when the store has another build of this version, the new one becomes the
 * prerelease `<version>-local.<build>`.
 *
 * @throws Error when the build is incomplete or has a forbidden file, or the store has other builds of both versions
 */
export async function publishLocally(store: string, dist: string): Promise<PublishedRelease> {
  const manifest = await readBuild(dist)
  const { name, version, build } = manifest
  const release =
    (await copyIntoStore(store, dist, manifest)) ??
    (await copyIntoStore(store, dist, { ...manifest, version: `${version}-local.${build}` }))
  if (release) return release
  throw new Error(
    `${name} ${version}, build ${build}, cannot be published: ${version} and its local version have other builds.`,
  )
}

/**
 * Reads a published release.
 *
 * @returns undefined when the store has no such version
 * @throws Error when its `release.json` is invalid, or of another release
 */
export async function readRelease(store: string, name: string, version: string): Promise<PublishedRelease | undefined> {
  if (!v.is(Name, name) || !v.is(PathSegment, version)) return undefined
  const path = manifestOf(name, version)
  const manifest = await readValidJson(store, path, StoredManifest)
  if (!manifest || (manifest.name === name && manifest.version === version)) return manifest && published(manifest)
  throw new Error(`${labelOf(store, path)} is the manifest of ${manifest.name} ${manifest.version}.`)
}

/**
 * As {@link readRelease}, and undefined when `release.json` is another application's, or damaged.
 *
 * @throws StoreError when a bucket refuses, or is out of reach
 */
export async function findRelease(store: string, name: string, version: string): Promise<PublishedRelease | undefined> {
  return readRelease(store, name, version).catch((error: unknown) => {
    if (error instanceof StoreError) throw error
    return undefined
  })
}

/** The path of a release's manifest in its store. */
export function manifestOf(name: string, version: string): string {
  return `${name}/${version}/release.json`
}

/** @returns the release; undefined when the store has another build of its version */
async function copyIntoStore(
  store: string,
  dist: string,
  manifest: ReleaseManifest,
): Promise<PublishedRelease | undefined> {
  const { name, version } = manifest
  if (isBucket(store)) return addToBucket(store, dist, manifest)
  const target = join(store, name, version)
  if (await exists(target)) return sameRelease(store, dist, manifest)
  const temporary = temporaryFolder(join(store, name))
  try {
    await mkdir(temporary, { recursive: true })
    const stored = await stage(dist, temporary, manifest)
    await syncTree(temporary)
    await rename(temporary, target)
    await Promise.all([join(store, name), store].map(sync))
    return published(stored)
  } catch (error) {
    // Another process may have published it first; its folder is complete.
    if (await exists(target)) return sameRelease(store, dist, manifest)
    throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
    // After a failure; it fails while the remote has releases.
    await rmdir(join(store, name)).catch(() => undefined)
  }
}

/** @returns the release in the folder of a version, if it has the files of this build */
async function sameRelease(
  store: string,
  dist: string,
  manifest: ReleaseManifest,
): Promise<PublishedRelease | undefined> {
  const existing = await existingRelease(store, manifest)
  const built = await integrityOfBuild(dist)
  const hashes = [existing?.release.integrity, await integrityOf(join(store, manifest.name, manifest.version))]
  return hashes.every((found) => isDeepStrictEqual(found, built)) ? existing : undefined
}

/**
 * Copies a build to a folder, with the hashes and the compressed copies of a release. Only the checks before its
 * publication need `sharedUi`.
 */
async function stage(
  dist: string,
  folder: string,
  { sharedUi: _, ...manifest }: ReleaseManifest,
): Promise<StoredManifest> {
  await copyPlainFiles(dist, folder, isReleased)
  const json = { ...manifest, integrity: await integrityOf(folder) }
  const stored = validJson(json, join(dist, 'release.json'), StoredManifest)
  await writeJsonFiles(folder, { 'release.json': stored })
  await compress(folder)
  return stored
}

/** @returns the release; undefined when the bucket has another build of its version */
async function addToBucket(
  store: string,
  dist: string,
  manifest: ReleaseManifest,
): Promise<PublishedRelease | undefined> {
  const { filesInPlace, reserve, upload } = await import('./bucket/release-files')
  const { name, version } = manifest
  const path = `${name}/${version}`
  const folder = await mkdtemp(join(tmpdir(), 'canje-release-'))
  try {
    const stored = await stage(dist, folder, manifest)
    const isFree = (await readStoreJson(store, manifestOf(name, version))) === undefined
    // Before the reservation, so that a foreign file changes nothing.
    if (isFree) await filesInPlace(store, path, folder)
    const isReserved = isFree && (await reserve(store, path, folder))
    const existing = isReserved ? undefined : await existingRelease(store, manifest)
    if (!isReserved && !isDeepStrictEqual(existing?.release.integrity, stored.integrity)) return undefined
    await upload(store, path, folder)
    return existing ?? published(stored)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function existingRelease(store: string, { name, version, build }: ReleaseManifest) {
  const existing = await readValidJson(store, manifestOf(name, version), AnyManifest)
  return existing?.build === build ? readRelease(store, name, version) : undefined
}

function published({ name, ...manifest }: StoredManifest): PublishedRelease {
  return { name, release: { ...manifest, entry: `${name}/${manifest.version}/${manifest.entry}` } }
}

async function readBuild(dist: string): Promise<ReleaseManifest> {
  const [forbidden] = await forbiddenFilesIn(dist)
  if (forbidden) throw new Error(forbidden)
  const manifest = await readValidJson(dist, 'release.json', ReleaseManifest)
  if (!manifest) throw new Error(`${dist} has no release.json: build the remote before you release it.`)
  for (const file of [manifest.entry, ...preloadedFiles(manifest)]) {
    if (!(await exists(join(dist, file)))) throw new Error(`${join(dist, file)} is missing: build the remote again.`)
  }
  return manifest
}

function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
