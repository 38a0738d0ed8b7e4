import { basename, dirname } from 'node:path'
import { foldersOf } from '../listed-releases'
import { readRegistry } from '../registry-file'
import type { ReleaseStore } from '../release-store'
import { findRelease } from '../stored-release'
import type { Bucket, ListedFile } from './client'
import { isBeingListed, prunedFolder, prunedPath, removedPath } from './marks'
import { withPruneLease } from './prune-lease'
import { inOrderOfUpload } from './release-files'

/**
 * Deletes the releases of a bucket that the registry does not list, as `prune` does. A release that becomes live at the
 * same time either stays, or is not listed.
 *
 * @param olderThanMs minimum time since a release was published or left the registry, in milliseconds
 * @returns the deleted folders
 */
export async function pruneBucket(
  bucket: Bucket,
  store: ReleaseStore,
  olderThanMs: number,
  dryRun: boolean,
): Promise<string[]> {
  if (dryRun) {
    const outdated = await outdatedFolders(bucket, store, olderThanMs)
    const listed = foldersOf(await readRegistry(store))
    return [...outdated.keys()].filter((folder) => !listed.has(folder)).sort()
  }
  return withPruneLease(bucket, async (renew) => {
    const pruned: string[] = []
    for (const [folder, files] of await outdatedFolders(bucket, store, olderThanMs)) {
      await renew()
      if (await deleteRelease(bucket, store, folder, files)) pruned.push(folder)
    }
    return pruned.sort()
  })
}

/**
 * The files of the releases that the registry has not listed since the age limit, by folder, and those of all releases that a
 * killed `prune` has marked: it may have deleted any of their files, or all.
 */
async function outdatedFolders(
  bucket: Bucket,
  store: ReleaseStore,
  olderThanMs: number,
): Promise<Map<string, ListedFile[]>> {
  const files = await bucket.list('')
  const agesMs = new Map(files.map(({ path, ageMs }) => [path, ageMs]))
  const listed = foldersOf(await readRegistry(store))
  const folders = filesByFolder(files)
  const marked = files.flatMap(({ path }) => prunedFolder(path) ?? [])
  const outdated = new Map(marked.map((folder) => [folder, folders.get(folder) ?? []]))
  for (const [folder, content] of folders) {
    const ageMs = Math.min(...content.map((file) => file.ageMs), agesMs.get(removedPath(folder)) ?? Infinity)
    const isOld = !listed.has(folder) && ageMs >= olderThanMs
    if (isOld && (await findRelease(store, dirname(folder), basename(folder)))) outdated.set(folder, content)
  }
  return outdated
}

/** @returns false when the release has become listed */
async function deleteRelease(
  bucket: Bucket,
  store: ReleaseStore,
  folder: string,
  files: ListedFile[],
): Promise<boolean> {
  await bucket.write(prunedPath(folder), '')
  // In this order: what was being listed is in the registry afterwards.
  const isListed = (await isBeingListed(bucket, folder)) || foldersOf(await readRegistry(store)).has(folder)
  if (!isListed) {
    await bucket.remove(removedPath(folder))
    // In the reverse order of their upload: after an interruption, the rest is an incomplete release.
    for (const path of inOrderOfUpload(files.map((file) => file.path)).reverse()) await bucket.remove(path)
  }
  await bucket.remove(prunedPath(folder))
  return !isListed
}

/** The files in each folder `<remote>/<version>`. */
function filesByFolder(files: ListedFile[]): Map<string, ListedFile[]> {
  const folders = new Map<string, ListedFile[]>()
  for (const file of files) {
    const [name = '', version, ...rest] = file.path.split('/')
    if (name.startsWith('.') || rest.length === 0) continue
    const folder = `${name}/${version}`
    folders.set(folder, [...(folders.get(folder) ?? []), file])
  }
  return folders
}
