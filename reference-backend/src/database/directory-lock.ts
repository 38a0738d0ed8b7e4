import { spawnSync } from 'node:child_process'
import { closeSync, constants, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'

/** Flags that lock a file for as long as it is open: `O_EXLOCK` of macOS, and `UV_FS_O_EXLOCK` of libuv on Windows. */
const LOCKING_FLAGS: Partial<Record<NodeJS.Platform, number>> = { darwin: 0x20, win32: 0x1000_0000 }
const lockingFlag = LOCKING_FLAGS[process.platform]
/** Error codes when another process has locked the file, on macOS and on Windows. */
const LOCKED_CODES = ['EAGAIN', 'EBUSY']

/** Why a directory is not locked, and what to do. */
export class LockError extends Error {
  override name = 'LockError'
}

/**
 * Locks the directory of an embedded database, which two concurrent backends would corrupt. The system's lock on the file
 * `backend.lock` excludes processes of other containers too, and ends with this process. The file is never deleted: two
 * processes could then lock a file each. It names its holder, or for a moment the one before.
 *
 * @returns the function that releases the lock
 * @throws {LockError} when another backend holds the lock, or the system cannot lock the file
 */
export function lockDirectory(directory: string): () => void {
  const file = join(directory, 'backend.lock')
  const lock = openLocked(file)
  if (lock === undefined) throw new LockError(`${holderOf(file)} is using the directory; stop that process`)
  const release = () => {
    ftruncateSync(lock)
    // Another thread may be starting a process, which shares the open file for a moment: closing it would not unlock it.
    if (!lockingFlag) flock('-u', lock)
    closeSync(lock)
  }
  try {
    ftruncateSync(lock)
    writeSync(lock, `process ${process.pid} on ${hostname()}`)
  } catch (error) {
    release()
    throw error
  }
  return release
}

/** @returns the open file; undefined when another process has locked it */
function openLocked(file: string): number | undefined {
  const { O_RDWR, O_CREAT, O_NONBLOCK } = constants
  let lock: number
  try {
    lock = openSync(file, O_RDWR | O_CREAT | O_NONBLOCK | (lockingFlag ?? 0), 0o600)
  } catch (error) {
    if (lockingFlag && error instanceof Error && 'code' in error && LOCKED_CODES.includes(String(error.code))) return
    throw error
  }
  if (lockingFlag) return lock
  const { error, status, stderr } = flock('-n', lock)
  if (status === 0) return lock
  closeSync(lock)
  if (error) throw new LockError(`cannot run the command flock (${error.message}): install the package util-linux`)
  if (status === 1 && stderr === '') return
  throw new LockError(`the file system cannot lock ${file} (${stderr.trim()}); set DATA_DIR to one that can`)
}

/**
 * Locks or unlocks an open file by the command `flock`, since Node.js has no call for it. The lock is one of the open file,
 * which the command shares, so it lasts when the command has ended.
 */
function flock(option: '-n' | '-u', file: number) {
  return spawnSync('flock', [option, '3'], { stdio: ['ignore', 'ignore', 'pipe', file], encoding: 'utf8' })
}

function holderOf(file: string): string {
  try {
    return readFileSync(file, 'utf8') || 'another process'
  } catch {
    // Windows lets nobody read a locked file.
    return 'another process'
  }
}
