import type { Bucket } from './client'

/** The path of the file whose age is the time since a release left the registry. */
export const removedPath = (folder: string) => `.removed/${folder}`

/** The path of the file that exists while `prune` deletes a release, and after an interrupted deletion. */
const prunedPath = (folder: string) => `.pruned/${folder}`

/** Marks a release before its deletion. Whoever lists it in the registry afterwards sees the mark. */
export const markPruned = (bucket: Bucket, folder: string) => bucket.write(prunedPath(folder), '')

export const unmarkPruned = (bucket: Bucket, folder: string) => bucket.remove(prunedPath(folder))

export async function isBeingPruned(bucket: Bucket, folder: string): Promise<boolean> {
  return (await bucket.read(prunedPath(folder))) !== undefined
}
