import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import * as v from 'valibot'
import { Integrity, type Release, ReleaseManifest } from '../release'
import { isBucket } from './bucket/address'
import { compress } from './compress'
import { temporaryFolder } from './folders'
import { integrityOf } from './integrity'
import { writeJsonFile } from './json-file'
import { copyPlainFiles, specialFilesIn } from './plain-files'
import { readValidJson } from './store-file'
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

/** Names of files whose hashes the validation of a manifest would drop. */
const RESERVED = ['__proto__', 'constructor', 'prototype']

const EXCLUDED = /\.(map|br|gz|part)$/

/**
 * Copies a build into the store, with brotli and gzip copies of its compressible files. A build that is already published
 * is left unchanged. The release is not live until the registry lists it.
 *
 * @param store folder of the store, or `s3://bucket/prefix`
 * @param dist folder of a production build with its `release.json`
 * @throws Error when the build is incomplete or has a link, or the store has another build of this version
 */
export async function publish(store: string, dist: string): Promise<PublishedRelease> {
  const manifest = await readBuild(dist)
  const published = await copyIntoStore(store, dist, manifest)
  if (published) return published
  const { name, version } = manifest
  throw new Error(`${name} ${version} is already published with another build: set a new version in package.json.`)
}

/**
 * As {@link publish}, for local builds: when the store has another build of this version, the new one becomes the
 * prerelease `<version>-local.<build>`.
 *
 * @throws Error when the build is incomplete or has a link, or the store has other builds of both versions
 */
export async function publishLocally(store: string, dist: string): Promise<PublishedRelease> {
  const manifest = await readBuild(dist)
  const { name, version, build } = manifest
  const published =
    (await copyIntoStore(store, dist, manifest)) ??
    (await copyIntoStore(store, dist, { ...manifest, version: `${version}-local.${build}` }))
  if (published) return published
  throw new Error(
    `${name} ${version}, build ${build}, cannot be published: ${version} and its local version have other builds.`,
  )
}

/**
 * Reads a published release.
 *
 * @returns undefined when the store has no such version
 * @throws Error when its `release.json` is invalid
 */
export async function readRelease(store: string, name: string, version: string): Promise<PublishedRelease | undefined> {
  const manifest = await readValidJson(store, `${name}/${version}/release.json`, StoredManifest)
  return manifest && toPublishedRelease(manifest)
}

/** @returns the release; undefined when the store has another build of its version */
async function copyIntoStore(
  store: string,
  dist: string,
  manifest: ReleaseManifest,
): Promise<PublishedRelease | undefined> {
  const { name, version, build } = manifest
  if (isBucket(store)) return addToBucket(store, dist, manifest)
  const target = join(store, name, version)
  if (await exists(target)) return existingRelease(store, name, version, build)
  const temporary = temporaryFolder(join(store, name))
  await mkdir(temporary, { recursive: true })
  try {
    const stored = await stage(dist, temporary, manifest)
    await syncTree(temporary)
    await rename(temporary, target)
    await Promise.all([join(store, name), store].map(sync))
    return toPublishedRelease(stored)
  } catch (error) {
    // Another process may have published it first; its folder is complete.
    if (await exists(target)) return existingRelease(store, name, version, build)
    throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
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
  await copyPlainFiles(dist, folder, (name) => !EXCLUDED.test(name))
  const stored = { ...manifest, integrity: await integrityOf(folder) }
  await writeJsonFile(join(folder, 'release.json'), stored)
  await compress(folder)
  return stored
}

/** @returns the release; undefined when the bucket has another build of its version */
async function addToBucket(
  store: string,
  dist: string,
  manifest: ReleaseManifest,
): Promise<PublishedRelease | undefined> {
  const { reserve, upload } = await import('./bucket/release-files')
  const { name, version, build } = manifest
  const path = `${name}/${version}`
  const folder = await mkdtemp(join(tmpdir(), 'canje-release-'))
  try {
    const stored = await stage(dist, folder, manifest)
    if (await reserve(store, path, folder)) {
      await upload(store, path, folder)
      return toPublishedRelease(stored)
    }
    const existing = await existingRelease(store, name, version, build)
    if (!existing || !isDeepStrictEqual(existing.release.integrity, stored.integrity)) return undefined
    // Its publication may have been interrupted.
    await upload(store, path, folder)
    return existing
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function existingRelease(store: string, name: string, version: string, build: string) {
  const existing = await readValidJson(store, `${name}/${version}/release.json`, AnyManifest)
  return existing?.build === build ? readRelease(store, name, version) : undefined
}

function toPublishedRelease({ name, ...manifest }: StoredManifest): PublishedRelease {
  return { name, release: { ...manifest, entry: `${name}/${manifest.version}/${manifest.entry}` } }
}

async function readBuild(dist: string): Promise<ReleaseManifest> {
  const [special] = await specialFilesIn(dist)
  if (special) throw new Error(special)
  const reserved = RESERVED.find((name) => existsSync(join(dist, name)))
  if (reserved) throw new Error(`${join(dist, reserved)} has a reserved name: rename the file.`)
  const manifest = await readValidJson(dist, 'release.json', ReleaseManifest)
  if (!manifest) throw new Error(`${dist} has no release.json: build the remote before you release it.`)
  for (const file of [manifest.entry, ...manifest.preload]) {
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
