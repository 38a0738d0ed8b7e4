import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { isCompressed } from './compress'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { limit, verifyRelease } from './verify'

/**
 * Runs an action on a folder of this machine with the verified files of a release, as they were built.
 *
 * @param action gets the findings of {@link verifyRelease}, with which it must refuse the files
 */
export async function withCopy<T>(
  store: ReleaseStore,
  published: PublishedRelease,
  action: (folder: string, findings: string[]) => Promise<T>,
): Promise<T> {
  const { name, release } = published
  const contents = new Map<string, Buffer | undefined>()
  const read = async (path: string) => {
    const content = await store.read(path)
    contents.set(path, content)
    return content
  }
  const findings = await verifyRelease({ ...store, read }, published)
  const maps = Object.keys(release.integrity).map((file) => `${name}/${release.version}/${file}.map`)
  await limit.map(maps, read)
  const folder = await mkdtemp(join(tmpdir(), 'canje-copy-'))
  try {
    for (const [path, content] of contents) {
      if (!content || isCompressed(basename(path))) continue
      await mkdir(dirname(join(folder, path)), { recursive: true })
      await writeFile(join(folder, path), content)
    }
    return await action(join(folder, name, release.version), findings)
  } finally {
    await rm(folder, { recursive: true })
  }
}
