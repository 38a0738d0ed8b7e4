import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import pLimit from 'p-limit'
import type { PublishedRelease, ReleaseStore } from './release-store'

/** Files read at a time. */
const CONCURRENCY = 16

/** Runs an action on a folder of this machine with the files of a release, as they were built, which nothing verifies. */
export async function withCopy<T>(
  store: ReleaseStore,
  { name, release }: PublishedRelease,
  action: (folder: string) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'canje-copy-'))
  const files = Object.keys(release.integrity)
  try {
    const wanted = ['release.json', ...files, ...files.map((file) => `${file}.map`)]
    await pLimit(CONCURRENCY).map(wanted, async (file) => {
      const content = await store.read(`${name}/${release.version}/${file}`)
      if (!content) return
      await mkdir(dirname(join(folder, file)), { recursive: true })
      await writeFile(join(folder, file), content)
    })
    return await action(folder)
  } finally {
    await rm(folder, { recursive: true })
  }
}
