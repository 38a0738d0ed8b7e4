import { existsSync, statfsSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'

/** The room that an engine needs to replay and to continue its log: two segments. */
const neededMb = 34

/** The codes of the system that are about a file system rather than a path. */
const diskCodes: unknown[] = ['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EFBIG', 'ESTALE']

/** A file system that refuses to write. The message says which one, why, and what to do. */
export class DiskError extends Error {}

/**
 * Describes an error of a file system that refuses to write.
 * @param directory a folder on it, for an error without a path
 * @returns undefined for any other error
 */
export function diskErrorOf(error: unknown, directory: string): DiskError | undefined {
  const isOfDisk = error instanceof DiskError || diskCodes.includes(detailsOf(error).code)
  return isOfDisk ? writeErrorOf(error, directory) : undefined
}

/**
 * Describes any error of a write.
 * @param directory a folder on the file system, for an error without a path
 */
export function writeErrorOf(error: unknown, directory: string): DiskError {
  if (error instanceof DiskError) return error
  const { code, path, dest = path } = detailsOf(error)
  return new DiskError(describe(code, existing(dest ?? directory)), { cause: error })
}

function detailsOf(error: unknown): Partial<NodeJS.ErrnoException & { dest: string }> {
  return error instanceof Error ? error : {}
}

function describe(code: unknown, directory: string): string {
  if (code === 'ENOSPC') return fullDisk(directory)
  if (code === 'EDQUOT') return `the quota of the disk of ${directory} is used up (EDQUOT); free space, nothing is lost`
  if (code === 'EROFS') return `the disk of ${directory} is read-only (EROFS); make it writable, nothing is lost`
  return `the disk of ${directory} does not write (${code}); check it`
}

/** The folder, or that of the file, that exists: a failed copy may be removed by now. */
function existing(path: string): string {
  return existsSync(path) ? path : existing(dirname(path))
}

function fullDisk(directory: string): string {
  const { files, ffree } = statfsSync(directory)
  if (files > 0 && ffree === 0)
    return `the disk of ${directory} has no free inodes (ENOSPC); delete files, nothing is lost`
  return `the disk of ${directory} is full: ${Math.floor(freeMbOf(directory))} MB free, an embedded database needs ${neededMb} MB (ENOSPC); free space, nothing is lost`
}

/** The free room for this user: only root may use what is reserved. */
function freeMbOf(directory: string): number {
  const { bavail, bfree, bsize } = statfsSync(directory)
  return ((process.getuid?.() === 0 ? bfree : bavail) * bsize) / 1e6
}

/**
 * Checks the free room, and then by writing, which finds every limit: space, inodes, quotas, permissions.
 * @throws {DiskError} when the disk has no room for an engine's log, or does not write
 */
export async function requireRoom(directory: string, mb = neededMb): Promise<void> {
  const path = join(directory, 'room')
  try {
    // Some file systems do not tell their size.
    if (statfsSync(directory).blocks > 0 && freeMbOf(directory) < mb) throw new DiskError(fullDisk(directory))
    const file = await open(path, 'w', 0o600)
    // Even if this process is killed, the file takes no room.
    await rm(path)
    await file.writeFile(Buffer.alloc(mb * 1e6)).finally(() => file.close())
  } catch (error) {
    throw writeErrorOf(error, directory)
  }
}
