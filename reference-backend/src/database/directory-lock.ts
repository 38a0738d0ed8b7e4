import { link, readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const heldHere = new Set<string>()

/**
 * Keeps a second backend out of an embedded database, which two at once would corrupt.
 * A lock left by a process that no longer runs is taken over.
 * @returns the function that gives the directory free again
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const file = join(resolve(directory), 'backend.pid')
  if (heldHere.has(file)) throw inUse(file, process.pid)
  heldHere.add(file)
  try {
    await take(file)
  } catch (error) {
    heldHere.delete(file)
    throw error
  }
  return async () => {
    await rm(file, { force: true })
    heldHere.delete(file)
  }
}

async function take(file: string): Promise<void> {
  if (await create(file)) return
  const holder = await holderOf(file)
  if (holder !== undefined) throw inUse(file, holder)
  await removeStale(file)
  if (!(await create(file))) throw inUse(file, await holderOf(file))
}

/** A link to a file that is complete: nobody finds a lock that does not name its holder yet. */
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

/** Only one of several may remove it, and only this very lock: another may be in its place by now. */
async function removeStale(file: string): Promise<void> {
  const marked = `${file}.stale`
  try {
    await link(file, marked)
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return
    if (hasCode(error, 'EEXIST')) throw new Error(`another process is taking it over; delete ${marked} if none is`)
    throw error
  }
  if ((await holderOf(marked)) === undefined) await rm(file, { force: true })
  await rm(marked)
}

async function holderOf(file: string): Promise<number | undefined> {
  const pid = Number(await readFile(file, 'utf8').catch(() => ''))
  // Our own number on a lock that we do not hold: an earlier process had it, as happens in containers.
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
  const who = holder === undefined ? 'another process' : `process ${holder}`
  return new Error(`${who} is using it; stop that one, or delete ${file} if it is no longer a backend`)
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code
}
