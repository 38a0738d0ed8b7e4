import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ReleaseManifest } from '@canje/registry'
import pLimit from 'p-limit'
import { decompressed, isCompressed } from './compress'
import { filesIn, isSourceMap } from './plain-files'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { stage } from './stage'
import { StoreError } from './store-error'
import { findRelease, manifestOf } from './stored-release'

const MANIFEST = 'release.json'
/** Files at a time. */
const CONCURRENCY = 16

/**
 * Copies the files of a build into the store. `release.json` is created first: it reserves the version for its build.
 *
 * @returns the release; undefined when the store has another build of its version
 * @throws StoreError when another file is in the place of one of them
 */
export async function addRelease(
  store: ReleaseStore,
  dist: string,
  manifest: ReleaseManifest,
): Promise<PublishedRelease | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-release-'))
  try {
    const { name, version, build, integrity } = await stage(dist, folder, manifest)
    const isNew = await store.create(manifestOf(name, version), await readFile(join(folder, MANIFEST)))
    const existing = await findRelease(store, name, version)
    const isSame = existing?.release.build === build && isDeepStrictEqual(existing.release.integrity, integrity)
    if (!isSame) return undefined
    const files = (await filesIn(folder)).filter((file) => file !== MANIFEST)
    for (const group of [files.filter((file) => !isCompressed(file)), files.filter(isCompressed)])
      await pLimit(CONCURRENCY).map(group, (file) => addFile(store, `${name}/${version}`, folder, file, isNew))
    return existing
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function addFile(
  store: ReleaseStore,
  release: string,
  folder: string,
  file: string,
  isNew: boolean,
): Promise<void> {
  const path = `${release}/${file}`
  const content = await readFile(join(folder, file))
  // An interrupted publication may have left it.
  const found = isNew ? undefined : await store.read(path)
  if (!found && (await store.create(path, content))) return
  const present = found ?? (await store.read(path))
  // Another machine may build the same files with other maps.
  if (isSourceMap(file) || (present && (present.equals(content) || (await isCopyOf(file, present, content))))) return
  throw new StoreError(
    'damaged',
    `${store.labelOf(path)} is not the file of this release: delete it, and publish again.`,
  )
}

/** Another machine may compress to other bytes. */
async function isCopyOf(file: string, found: Buffer, content: Buffer): Promise<boolean> {
  const [one, other] = await Promise.all([found, content].map((bytes) => decompressed(file, bytes)))
  return one !== undefined && other !== undefined && one.equals(other)
}
