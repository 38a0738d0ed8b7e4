import { link, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const heldHere = new Set<string>()

/**
 * Locks the directory of an embedded database, which two concurrent backends would corrupt.
 * A stale lock, of a process that no longer runs, is replaced.
 * @returns the function that releases the lock
 * @throws {Error} when another backend holds the lock
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const file = join(resolve(directory), 'backend.pid')
  if (heldHere.has(file)) throw inUse(file, process.pid)
  heldHere.add(file)
  try {
    await acquire(file)
  } catch (error) {
    heldHere.delete(file)
    throw error
  }
  return async () => {
    await rm(file, { force: true })
    heldHere.delete(file)
  }
}

async function acquire(file: string): Promise<void> {
  // Locks are links to a complete file, so that no process reads a lock without its holder.
  const own = `${file}.${process.pid}`
  try {
    await writeFile(own, `${process.pid}\n`, { mode: 0o600 })
    while (!(await linkTo(own, file))) await removeIfStale(file, own)
  } finally {
    await rm(own, { force: true })
  }
}

/** @returns false when the lock exists */
async function linkTo(own: string, file: string): Promise<boolean> {
  try {
    await link(own, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  }
}

/**
 * Removes a stale lock. A process first claims it, by a lock with the identity of the stale one in its name: only one
 * process succeeds, and none removes a newer lock. The stale claim of a killed process is removed in the same way.
 * @throws {Error} when a running process holds the lock, or is removing it
 */
async function removeIfStale(file: string, own: string): Promise<void> {
  const found = await readLock(file)
  if (!found) return
  if (found.holder !== undefined) throw inUse(file, found.holder)
  const claim = `${file}.${found.identity}`
  if (!(await linkTo(own, claim))) return removeIfStale(claim, own)
  try {
    if ((await readLock(file))?.identity === found.identity) await rm(file)
  } finally {
    await rm(claim)
  }
}

interface FoundLock {
  /** The process that holds it; undefined for a stale lock. */
  holder: number | undefined
  identity: string
}

/** @returns undefined when there is no lock */
async function readLock(file: string): Promise<FoundLock | undefined> {
  try {
    const { ino, mtimeNs } = await stat(file, { bigint: true })
    return { holder: holderOf(await readFile(file, 'utf8')), identity: `${ino}-${mtimeNs}` }
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function holderOf(content: string): number | undefined {
  const pid = Number(content)
  // The own pid on a lock that this process does not hold is of an earlier process, as in containers.
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return undefined
  return isRunning(pid) ? pid : undefined
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return hasCode(error, 'EPERM')
  }
}

function inUse(file: string, holder: number): Error {
  return new Error(
    `process ${holder} is using the directory; stop that process, or delete ${file} if it is not a backend`,
  )
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
