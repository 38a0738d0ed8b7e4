import { existsSync, statfsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The room that an engine needs to replay and to continue its log: two segments. */
const neededMb = 34

/** What to say about a file system that refuses to write, by the code of the system. The engine's thread knows them too. */
const descriptions = new Map<unknown, (directory: string) => string>([
  ['ENOSPC', fullDisk],
  ['EDQUOT', (directory) => `the quota of the disk of ${directory} is used up (EDQUOT); free space, nothing is lost`],
  ['EROFS', (directory) => `the disk of ${directory} is read-only (EROFS); make it writable, nothing is lost`],
  ['EIO', (directory) => `the disk of ${directory} does not write (EIO); check it`],
])

/** A file system that refuses to write. The message says which one, why, and what to do. */
export class DiskError extends Error {}

/**
 * Describes an error of a file system that refuses to write.
 * @param directory a folder on it, for an error without a path
 * @returns undefined for any other error
 */
export function diskErrorOf(error: unknown, directory: string): DiskError | undefined {
  if (error instanceof DiskError) return error
  const { code, path, dest = path } = error instanceof Error ? (error as NodeJS.ErrnoException & { dest?: string }) : {}
  const description = descriptions.get(code)
  return description && new DiskError(description(existing(dest ?? directory)), { cause: error })
}

/** The folder, or that of the file, that exists: a failed copy may be removed by now. */
function existing(path: string): string {
  return existsSync(path) ? path : existing(dirname(path))
}

function fullDisk(directory: string): string {
  const { bavail, bsize, files, ffree } = statfsSync(directory)
  const freeMb = Math.floor((bavail * bsize) / 1e6)
  if (files > 0 && ffree === 0)
    return `the disk of ${directory} has no free inodes (ENOSPC); delete files, nothing is lost`
  return `the disk of ${directory} is full: ${freeMb} MB free, an embedded database needs ${neededMb} MB (ENOSPC); free space, nothing is lost`
}

/**
 * Checks by writing, which finds every limit: space, inodes, quotas, permissions.
 * @throws {DiskError} when the disk has no room for an engine's log
 */
export async function requireRoom(directory: string): Promise<void> {
  const path = join(directory, 'room')
  try {
    const file = await open(path, 'w', 0o600)
    // Even if this process is killed, the file takes no room.
    await rm(path)
    await file.writeFile(Buffer.alloc(neededMb * 1e6)).finally(() => file.close())
  } catch (error) {
    throw diskErrorOf(error, directory) ?? error
  }
}
