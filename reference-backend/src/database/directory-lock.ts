import { link, readFile, rm, writeFile } from 'node:fs/promises'
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
  if (await create(file)) return
  const holder = await holderOf(file)
  if (holder !== undefined) throw inUse(file, holder)
  await removeStale(file)
  if (!(await create(file))) throw inUse(file, await holderOf(file))
}

/** Links a complete file, so that no process reads a lock without its holder. @returns false when the lock exists */
async function create(file: string): Promise<boolean> {
  const complete = `${file}.${process.pid}`
  await writeFile(complete, `${process.pid}\n`)
  try {
    await link(complete, file)
    return true
  } catch (error) {
    if (hasCode(error, 'EEXIST')) return false
    throw error
  } finally {
    await rm(complete, { force: true })
  }
}

/** Removes a stale lock. The second link excludes other processes, and protects a lock that has replaced the stale one. */
async function removeStale(file: string): Promise<void> {
  const marked = `${file}.stale`
  try {
    await link(file, marked)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    if (hasCode(error, 'EEXIST'))
      throw new Error(`another process is replacing a stale lock; delete ${marked} if no backend is starting`)
    throw error
  }
  if ((await holderOf(marked)) === undefined) await rm(file, { force: true })
  await rm(marked)
}

async function holderOf(file: string): Promise<number | undefined> {
  const pid = Number(await readFile(file, 'utf8').catch(() => ''))
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

function inUse(file: string, holder: number | undefined): Error {
  const user = holder === undefined ? 'another process' : `process ${holder}`
  return new Error(`${user} is using the directory; stop that process, or delete ${file} if it is not a backend`)
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
