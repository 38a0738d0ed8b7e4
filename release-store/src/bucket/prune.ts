import { basename, dirname } from 'node:path'
import { foldersOf } from '../listed-releases'
import { readRegistry } from '../registry-file'
import type { ReleaseStore } from '../release-store'
import { findRelease } from '../stored-release'
import { bucketOf, type ListedFile } from './client'
import { markPruned, removedPath, unmarkPruned } from './marks'
import { inOrderOfUpload } from './release-files'

/**
 * Deletes the releases of a bucket that the registry does not list, as `prune` does. A release that becomes live at the
 * same time either stays, or its change of the registry fails.
 *
 * @param latest the age limit, as milliseconds since the epoch
 * @returns the deleted folders
 */
export async function pruneBucket(store: ReleaseStore, latest: number, dryRun: boolean): Promise<string[]> {
  const bucket = bucketOf(store.location)
  const files = await bucket.list('')
  const modifiedMs = new Map(files.map((file) => [file.path, file.modifiedMs]))
  const listed = foldersOf(await readRegistry(store))
  const pruned: string[] = []
  for (const [folder, content] of releasesIn(files)) {
    const modified = Math.max(...content.map((file) => file.modifiedMs), modifiedMs.get(removedPath(folder)) ?? 0)
    if (listed.has(folder) || modified > latest || !(await findRelease(store, dirname(folder), basename(folder))))
      continue
    if (dryRun || (await deleteRelease(folder, content))) pruned.push(folder)
  }
  return pruned.sort()

  /** @returns false when the release has become listed */
  async function deleteRelease(folder: string, content: ListedFile[]): Promise<boolean> {
    await markPruned(bucket, folder)
    const isListed = foldersOf(await readRegistry(store)).has(folder)
    if (!isListed) {
      await bucket.remove(removedPath(folder))
      // In the reverse order of their upload: after an interruption, the rest is an incomplete release.
      for (const path of inOrderOfUpload(content.map((file) => file.path)).reverse()) await bucket.remove(path)
    }
    await unmarkPruned(bucket, folder)
    return !isListed
  }
}

/** The files of each folder `<remote>/<version>` that has a `release.json`. */
function releasesIn(files: ListedFile[]): Map<string, ListedFile[]> {
  const folders = new Map<string, ListedFile[]>()
  for (const file of files) {
    const [name = '', version, ...rest] = file.path.split('/')
    if (name.startsWith('.') || rest.length === 0) continue
    const folder = `${name}/${version}`
    folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  for (const [folder, content] of folders) {
    if (!content.some(({ path }) => path === `${folder}/release.json`)) folders.delete(folder)
  }
  return folders
}
