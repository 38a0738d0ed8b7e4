import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import pLimit from 'p-limit'
import { decompressed, isCompressed } from '../compress'
import { isSourceMap } from '../plain-files'
import { StoreError } from '../store-error'
import type { Bucket } from './client'

const MANIFEST = 'release.json'
/** Requests at a time. */
const CONCURRENCY = 16

/**
 * Reserves a version for its build, by creating its `release.json`; {@link upload} follows. An interrupted upload is
 * completed by publishing the same build again.
 *
 * @param path of the release in the store, such as `mf-codes/1.2.0`
 * @param staged folder with its files
 * @returns false when the version has a `release.json` already
 */
export async function reserve(bucket: Bucket, path: string, staged: string): Promise<boolean> {
  return bucket.create(`${path}/${MANIFEST}`, await readFile(join(staged, MANIFEST)))
}

/** Sorts the paths of a release: its manifest, then its files, then their compressed copies. */
export function inOrderOfUpload(paths: readonly string[]): string[] {
  const rank = (path: string) => (path.endsWith('/release.json') ? 0 : isCompressed(path) ? 2 : 1)
  return paths.toSorted((one, other) => rank(one) - rank(other))
}

/**
 * Uploads the files of a release. Those that an interrupted upload left are compared.
 *
 * @throws StoreError when the place of the release has another file
 */
export async function upload(bucket: Bucket, path: string, staged: string): Promise<void> {
  const present = await filesInPlace(bucket, path, staged)
  const missing = (await filesIn(staged)).filter((file) => !present.has(file))
  for (const group of [missing.filter((file) => !isCompressed(file)), missing.filter(isCompressed)]) {
    await pLimit(CONCURRENCY).map(group, async (file) => {
      const content = await readFile(join(staged, file))
      // False also after a lost response.
      if (!(await bucket.create(`${path}/${file}`, content))) await assertInPlace(bucket, path, staged, file)
    })
  }
}

/**
 * Compares what a bucket has in the place of a release with the files of the release.
 *
 * @returns the files that are there, relative to the release
 * @throws StoreError when another file is there
 */
export async function filesInPlace(bucket: Bucket, path: string, staged: string): Promise<Set<string>> {
  const found = await bucket.list(`${path}/`)
  const present = found.map((file) => file.path.slice(path.length + 1)).filter((file) => file !== MANIFEST)
  const wanted = new Set(await filesIn(staged))
  const foreign = present.find((file) => !wanted.has(file))
  if (foreign !== undefined) throw foreignFile(bucket, `${path}/${foreign}`)
  await pLimit(CONCURRENCY).map(present, (file) => assertInPlace(bucket, path, staged, file))
  return new Set(present)
}

async function assertInPlace(bucket: Bucket, path: string, staged: string, file: string): Promise<void> {
  // Another machine may build the same files with other maps.
  if (isSourceMap(file)) return
  const found = await bucket.read(`${path}/${file}`)
  const content = await readFile(join(staged, file))
  if (found && (found.content.equals(content) || (await isCopyOf(file, found.content, content)))) return
  throw foreignFile(bucket, `${path}/${file}`)
}

/** Another machine may compress to other bytes. */
async function isCopyOf(file: string, found: Buffer, content: Buffer): Promise<boolean> {
  const [one, other] = await Promise.all([found, content].map((bytes) => decompressed(file, bytes)))
  return one !== undefined && other !== undefined && one.equals(other)
}

function foreignFile({ location }: Bucket, path: string): StoreError {
  return new StoreError(`${location}/${path} is not the file of this release: delete it, and publish again.`)
}

/** Lists the files of a staged release without its manifest, with slashes in their paths. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/'))
    .filter((file) => file !== MANIFEST)
}

/** Runs an action on a temporary copy of the files of a bucket whose paths begin with `prefix`. */
export async function withLocalCopy<T>(
  bucket: Bucket,
  prefix: string,
  action: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-bucket-'))
  try {
    await pLimit(CONCURRENCY).map(await bucket.list(prefix), async ({ path }) => {
      const file = join(folder, path)
      if (relative(folder, file).split(sep).join('/') !== path)
        throw new StoreError(`${bucket.location} has a file named "${path}", which is no path of a release: delete it.`)
      const found = await bucket.read(path)
      await mkdir(dirname(file), { recursive: true })
      if (found) await writeFile(file, found.content)
    })
    return await action(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
