import { basename, dirname } from 'node:path'
import { foldersOf } from '../listed-releases'
import { readRegistry } from '../registry-file'
import type { ReleaseStore } from '../release-store'
import { findRelease } from '../stored-release'
import type { Bucket, ListedFile } from './client'
import { isBeingListed, prunedPath, removedPath } from './marks'
import { withPruneLease } from './prune-lease'
import { inOrderOfUpload } from './release-files'

/**
 * Deletes the releases of a bucket that the registry does not list, as `prune` does. A release that becomes live at the
 * same time either stays, or is not listed.
 *
 * @param latest the age limit, as milliseconds since the epoch
 * @returns the deleted folders
 */
export async function pruneBucket(
  bucket: Bucket,
  store: ReleaseStore,
  latest: number,
  dryRun: boolean,
): Promise<string[]> {
  if (dryRun) return [...(await unlistedReleases(bucket, store, latest)).keys()].sort()
  return withPruneLease(bucket, async (renew) => {
    const pruned: string[] = []
    for (const [folder, files] of await unlistedReleases(bucket, store, latest)) {
      await renew()
      if (await deleteRelease(bucket, store, folder, files)) pruned.push(folder)
    }
    return pruned.sort()
  })
}

/** The files of the releases that the registry has not listed since the age limit. */
async function unlistedReleases(
  bucket: Bucket,
  store: ReleaseStore,
  latest: number,
): Promise<Map<string, ListedFile[]>> {
  const files = await bucket.list('')
  const modifiedMs = new Map(files.map((file) => [file.path, file.modifiedMs]))
  const listed = foldersOf(await readRegistry(store))
  const releases = releasesIn(files)
  for (const [folder, content] of releases) {
    const modified = Math.max(...content.map((file) => file.modifiedMs), modifiedMs.get(removedPath(folder)) ?? 0)
    const isOld = !listed.has(folder) && modified <= latest
    if (!isOld || !(await findRelease(store, dirname(folder), basename(folder)))) releases.delete(folder)
  }
  return releases
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
