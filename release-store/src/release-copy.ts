import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import { hashOfFile } from './integrity'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { StoreError } from './store-error'

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
  const path = `${name}/${release.version}`
  const files = Object.keys(release.integrity)
  try {
    const wanted = ['release.json', ...files, ...files.map((file) => `${file}.map`)]
    const contents = await pLimit(CONCURRENCY).map(wanted, (file) => store.read(`${path}/${file}`))
    for (const [index, file] of wanted.entries()) {
      const content = contents[index]
      if (content && hashOfFile(content) === (release.integrity[file] ?? hashOfFile(content))) {
        await mkdir(dirname(join(folder, file)), { recursive: true })
        await writeFile(join(folder, file), content)
      } else if (files.includes(file))
        throw new StoreError('damaged', `${store.location}/${path}/${file} is not the file that was released.`)
    }
    return await action(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
