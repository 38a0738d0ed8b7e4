import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { ReleaseManifest } from '@canje/registry'
import pLimit from 'p-limit'
import { compress, isCompressed } from './compress'
import { integrityOf } from './integrity'
import { jsonText, validJson } from './json-file'
import { filesIn } from './plain-files'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { StoreError } from './store-error'
import { findRelease, manifestOf, publishedIn, StoredManifest } from './stored-release'

const MANIFEST = 'release.json'
/** Files at a time. */
const CONCURRENCY = 16

/**
 * Copies the files of a build into the store. `release.json` is created first: it reserves the version for its build.
 *
 * @param after the hash of the newest state
 * @returns the release; undefined when the store has another build of its version
 * @throws StoreError when another file is in the place of one of them
 */
export async function addRelease(
  store: ReleaseStore,
  dist: string,
  manifest: ReleaseManifest,
  after: string | undefined,
): Promise<PublishedRelease | undefined> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-release-'))
  try {
    // The store compresses by itself.
    await cp(dist, folder, { recursive: true, filter: (path) => path === dist || !isCompressed(path) })
    const json = { ...manifest, integrity: await integrityOf(folder), after }
    const staged = validJson(json, join(dist, MANIFEST), StoredManifest)
    await writeFile(join(folder, MANIFEST), jsonText(staged))
    await compress(folder)
    const { name, version } = staged
    const isNew = await store.create(manifestOf(name, version), await readFile(join(folder, MANIFEST)))
    const existing = await findRelease(store, name, version)
    if (!existing || !isDeepStrictEqual(builtFrom(existing), builtFrom(publishedIn(staged)))) return undefined
    const files = (await filesIn(folder)).filter((file) => file !== MANIFEST)
    await pLimit(CONCURRENCY).map(files, (file) => addFile(store, staged, folder, file, isNew))
    return existing
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** What a release is, without where its inputs came from: that may differ between two builds of the same ones. */
function builtFrom({ release: { commit: _, commitUnknown: __, builtAt: ___, ...release } }: PublishedRelease) {
  return release
}

/** @param isNew whether no earlier publication has been interrupted */
async function addFile(
  store: ReleaseStore,
  { name, version, integrity }: StoredManifest,
  folder: string,
  file: string,
  isNew: boolean,
): Promise<void> {
  const path = `${name}/${version}/${file}`
  const content = await readFile(join(folder, file))
  const present = isNew ? undefined : await store.read(path)
  if (present ? present.equals(content) : await store.create(path, content)) return
  // Another machine may make other maps and compressed copies of the same files.
  if (!Object.hasOwn(integrity, file)) return
  throw new StoreError(
    'damaged',
    `${store.labelOf(path)} is not the file of this release: delete it, and publish again.`,
  )
}
