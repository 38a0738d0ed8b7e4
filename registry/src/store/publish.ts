import { randomUUID } from 'node:crypto'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { Integrity, type Release, ReleaseManifest } from '../release'
import { compress } from './compress'
import { integrityOf } from './integrity'
import { readJsonFile, writeJsonFile } from './json-file'
import { copyPlainFiles, specialFilesIn } from './plain-files'

/** A release that is in a store, with its entry relative to the registry. */
export interface PublishedRelease {
  name: string
  release: Release
}

/** What the store says of a release in its `release.json`. */
const StoredManifest = v.object({ ...ReleaseManifest.entries, integrity: Integrity })
type StoredManifest = v.InferOutput<typeof StoredManifest>

/** What even a release of an earlier format says of itself. */
const Built = v.object({ build: v.string() })

const NOT_RELEASED = /\.(map|br|gz|part)$/

/**
 * Copies a build into the store, with brotli and gzip beside what compresses, unless it is there already. It is not
 * live before the registry names it.
 *
 * @param store folder of the store
 * @param dist a production build, with its `release.json`
 * @throws Error when the folder does not hold a whole build or holds a link, or the store has another build under this version
 */
export async function publish(store: string, dist: string): Promise<PublishedRelease> {
  const manifest = await readBuild(dist)
  const published = await place(store, dist, manifest)
  if (published) return published
  const { name, version } = manifest
  throw new Error(`${name} ${version} is released already, with another build: give package.json a new version.`)
}

/**
 * The same for work in progress: where the store has another build under this version, the new one becomes the
 * pre-release `<version>-local.<build>`.
 */
export async function publishLocally(store: string, dist: string): Promise<PublishedRelease> {
  const manifest = await readBuild(dist)
  const { name, version, build } = manifest
  const published =
    (await place(store, dist, manifest)) ??
    (await place(store, dist, { ...manifest, version: `${version}-local.${build}` }))
  if (published) return published
  throw new Error(`${name} ${version}, build ${build}, cannot be released: both its versions are taken.`)
}

/** @returns a version that is in the store, or undefined */
export async function readRelease(store: string, name: string, version: string): Promise<PublishedRelease | undefined> {
  const manifest = await readJsonFile(join(store, name, version, 'release.json'), StoredManifest)
  return manifest && asPublished(manifest)
}

/** @returns the release, or undefined when the store has another build under its version */
async function place(store: string, dist: string, manifest: ReleaseManifest): Promise<PublishedRelease | undefined> {
  const { name, version, build } = manifest
  const target = join(store, name, version)
  if (await isThere(target)) return presentBuild(store, name, version, build)
  const temporary = join(store, name, `.${randomUUID()}`)
  await mkdir(temporary, { recursive: true })
  try {
    await copyPlainFiles(dist, temporary, (name) => !NOT_RELEASED.test(name))
    const stored = { ...manifest, integrity: await integrityOf(temporary) }
    await writeJsonFile(join(temporary, 'release.json'), stored)
    await compress(temporary)
    await rename(temporary, target)
    return asPublished(stored)
  } catch (error) {
    // Another release may have come first; its folder is whole.
    if (await isThere(target)) return presentBuild(store, name, version, build)
    throw error
  } finally {
    await rm(temporary, { recursive: true, force: true })
  }
}

async function presentBuild(store: string, name: string, version: string, build: string) {
  const present = await readJsonFile(join(store, name, version, 'release.json'), Built)
  return present?.build === build ? readRelease(store, name, version) : undefined
}

function asPublished({ name, ...manifest }: StoredManifest): PublishedRelease {
  return { name, release: { ...manifest, entry: `${name}/${manifest.version}/${manifest.entry}` } }
}

async function readBuild(dist: string): Promise<ReleaseManifest> {
  const [special] = await specialFilesIn(dist)
  if (special) throw new Error(special)
  const manifest = await readJsonFile(join(dist, 'release.json'), ReleaseManifest)
  if (!manifest) throw new Error(`${dist} has no release.json: build the remote before you release it.`)
  for (const file of [manifest.entry, ...manifest.preload]) {
    if (!(await isThere(join(dist, file)))) throw new Error(`${join(dist, file)} is missing: the build is not whole.`)
  }
  return manifest
}

function isThere(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
