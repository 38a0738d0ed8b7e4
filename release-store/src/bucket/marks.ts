import { randomUUID } from 'node:crypto'
import type { Bucket, ListedFile } from './client'

/** A mark that is older was left by a command that was killed, in milliseconds. */
const MAX_COMMAND_MS = 3_600_000

/** The path of the file whose age is the time since a release left the registry. */
export const removedPath = (folder: string) => `.removed/${folder}`

/** The path of the file that exists while `prune` deletes a release, and after an interrupted deletion. */
export const prunedPath = (folder: string) => `.pruned/${folder}`

/** @returns the folder whose {@link prunedPath} is this path; undefined when there is none */
export const prunedFolder = (path: string) => /^\.pruned\/([^/]+\/[^/]+)$/.exec(path)?.[1]

/** The folder of the files that exist while commands list a release in the registry. */
const listingFolder = (folder: string) => `.listing/${folder}/`

/** Marks releases while the registry is changed to list them: this command sees the mark of `prune`, or `prune` sees this one. */
export async function whileListing<T>(bucket: Bucket, folders: string[], action: () => Promise<T>): Promise<T> {
  const id = randomUUID()
  const paths = folders.map((folder) => listingFolder(folder) + id)
  for (const path of paths) await bucket.write(path, '')
  try {
    return await action()
  } finally {
    // A mark that remains ends after an hour, and the change may be made.
    for (const path of paths) await bucket.remove(path).catch(() => undefined)
  }
}

export async function isBeingListed(bucket: Bucket, folder: string): Promise<boolean> {
  const marks = await bucket.list(listingFolder(folder))
  for (const mark of marks.filter(isAbandoned)) await bucket.remove(mark.path)
  return !marks.every(isAbandoned)
}

export const isAbandoned = ({ ageMs }: ListedFile) => ageMs >= MAX_COMMAND_MS
