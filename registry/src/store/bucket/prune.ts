import { foldersOf, readRegistry } from '../registry-file'
import { bucketOf, type ListedFile } from './client'
import { removedPath } from './update'

/**
 * Deletes the releases of a bucket that the registry does not list, and interrupted publications, as `prune` does. A
 * release that becomes live at the same time either stays, or its change of the registry fails.
 *
 * @returns the deleted folders
 */
export async function pruneBucket(store: string, latest: number, dryRun: boolean): Promise<string[]> {
  const bucket = bucketOf(store)
  const files = await bucket.list('')
  const listed = foldersOf(await readRegistry(store))
  const removed = new Map(files.map(({ path, modifiedMs }) => [path, modifiedMs]))
  const pruned: string[] = []
  for (const [folder, content] of releasesIn(files)) {
    const modified = Math.max(...content.map(({ modifiedMs }) => modifiedMs), removed.get(removedPath(folder)) ?? 0)
    if (listed.has(folder) || modified > latest) continue
    if (dryRun || (await deleteRelease(folder, content))) pruned.push(folder)
  }
  return pruned.sort()

  /** @returns false when the release has become listed */
  async function deleteRelease(folder: string, content: ListedFile[]): Promise<boolean> {
    const manifest = `${folder}/release.json`
    const found = await bucket.read(manifest)
    // Whoever makes it live looks for this file afterwards.
    await bucket.remove(manifest)
    if (foldersOf(await readRegistry(store)).has(folder)) {
      if (found) await bucket.create(manifest, found.content)
      return false
    }
    for (const { path } of content) await bucket.remove(path)
    await bucket.remove(removedPath(folder))
    return true
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
