import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative, sep } from 'node:path'
import pLimit from 'p-limit'
import { isCompressed } from '../compress'
import { StoreError } from '../store-error'
import { bucketOf } from './client'

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
export async function reserve(store: string, path: string, staged: string): Promise<boolean> {
  return bucketOf(store).create(`${path}/release.json`, await readFile(join(staged, 'release.json')))
}

/** Sorts the paths of a release: its manifest, then its files, then their compressed copies. */
export function inOrderOfUpload(paths: readonly string[]): string[] {
  const rank = (path: string) => (path.endsWith('/release.json') ? 0 : isCompressed(path) ? 2 : 1)
  return paths.toSorted((one, other) => rank(one) - rank(other))
}

/** Uploads the files of a release that are not in the bucket yet. */
export async function upload(store: string, path: string, staged: string): Promise<void> {
  const bucket = bucketOf(store)
  const entries = await readdir(staged, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
  for (const group of [files.filter((file) => !isCompressed(file)), files.filter(isCompressed)]) {
    await pLimit(CONCURRENCY).map(group, async (file) => {
      await bucket.create(`${path}/${relative(staged, file).split(sep).join('/')}`, await readFile(file))
    })
  }
}

/** Runs an action on a temporary copy of the files of a bucket whose paths begin with `prefix`. */
export async function withLocalCopy<T>(
  store: string,
  prefix: string,
  action: (folder: string) => Promise<T>,
): Promise<T> {
  const bucket = bucketOf(store)
  const folder = await mkdtemp(join(tmpdir(), 'canje-bucket-'))
  try {
    await pLimit(CONCURRENCY).map(await bucket.list(prefix), async ({ path }) => {
      const file = join(folder, path)
      if (relative(folder, file).split(sep).join('/') !== path)
        throw new StoreError(`${store} has a file named "${path}", which is no path of a release: delete it.`)
      const found = await bucket.read(path)
      await mkdir(dirname(file), { recursive: true })
      if (found) await writeFile(file, found.content)
    })
    return await action(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
