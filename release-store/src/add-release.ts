import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ReleaseManifest } from '@canje/registry'
import pLimit from 'p-limit'
import { compressedFiles } from './compress'
import { filesWithoutHash, integrityOf, readBuilt } from './integrity'
import { jsonText, parsed } from './json-file'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { StoreError } from './store-error'
import { findRelease, manifestOf, publishedIn, StoredManifest } from './stored-release'

/** Files at a time. */
const CONCURRENCY = 16

/**
 * Copies the files of a build into the store. `release.json` is created first: it reserves the version for its build.
 *
 * @param after the hash of the newest state
 * @returns the release; undefined when the store has another build of its version
 * @throws StoreError when another file is in the place of one of them
 * @throws Error when the build is incomplete, or too large to be named by a state
 */
export async function addRelease(
  store: ReleaseStore,
  dist: string,
  manifest: ReleaseManifest,
  after: string | undefined,
): Promise<PublishedRelease | undefined> {
  const built = await readBuilt(dist)
  const integrity = integrityOf(built)
  const [missing] = filesWithoutHash(manifest, integrity)
  if (missing !== undefined) throw new Error(`${join(dist, missing)} is missing: build the remote again.`)
  const stored = parsed(StoredManifest, { ...manifest, integrity, after }, join(dist, 'release.json'))
  const { name, version } = stored
  await store.create(manifestOf(name, version), jsonText(stored))
  const existing = await findRelease(store, name, version)
  if (!existing || !isDeepStrictEqual(builtFrom(existing), builtFrom(publishedIn(stored)))) return undefined
  await pLimit(CONCURRENCY).map(built, async ([file, content]) => {
    if (file === 'release.json') return
    for (const [copy, bytes] of [[file, content] as const, ...(await compressedFiles(file, content))])
      await addFile(store, `${name}/${version}/${copy}`, bytes, Object.hasOwn(integrity, copy))
  })
  return existing
}

/** What a release is, without where its inputs came from: that may differ between two builds of the same ones. */
function builtFrom({ release: { commit: _, commitUnknown: __, builtAt: ___, ...release } }: PublishedRelease) {
  return release
}

/** @param isHashed whether another machine makes the same one: its maps and compressed copies may differ */
async function addFile(store: ReleaseStore, path: string, content: Buffer, isHashed: boolean): Promise<void> {
  const present = await store.read(path)
  if (present ? present.equals(content) : await store.create(path, content)) return
  if (!isHashed) return
  throw new StoreError(
    'damaged',
    `${store.location}/${path} is not the file of this release: delete it, and publish again.`,
  )
}
