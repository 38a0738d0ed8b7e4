import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import { hashOfFile } from './integrity'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { StoreError } from './store-error'
import { manifestOf } from './stored-release'

/** Files read at a time. */
const CONCURRENCY = 16

/**
 * Runs an action on a folder of this machine with the files of a release, as they were built.
 *
 * @throws StoreError when a file is missing or was changed
 */
export async function withCopy<T>(
  store: ReleaseStore,
  { name, release }: PublishedRelease,
  action: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-copy-'))
  const limit = pLimit(CONCURRENCY)
  try {
    const files = Object.entries(release.integrity).map(([file, hash]) =>
      limit(() => copyFile(store, `${name}/${release.version}`, folder, file, hash)),
    )
    // All, because none may be written when the folder is removed.
    const failed = (await Promise.allSettled(files)).find(({ status }) => status === 'rejected')
    if (failed?.status === 'rejected') throw failed.reason
    await copyIfPresent(store, manifestOf(name, release.version), join(folder, 'release.json'))
    return await action(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function copyFile(
  store: ReleaseStore,
  release: string,
  folder: string,
  file: string,
  hash: string,
): Promise<void> {
  const path = `${release}/${file}`
  const content = await copyIfPresent(store, path, join(folder, file))
  if (!content || hashOfFile(content) !== hash)
    throw new StoreError('damaged', `${store.labelOf(path)} is not the file that was released.`)
  await copyIfPresent(store, `${path}.map`, join(folder, `${file}.map`))
}

async function copyIfPresent(store: ReleaseStore, path: string, target: string): Promise<Buffer | undefined> {
  const content = await store.read(path)
  if (!content) return undefined
  await mkdir(dirname(target), { recursive: true })
  await writeFile(target, content)
  return content
}
