import { readFile, rm, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'

const heldHere = new Set<string>()

/**
 * Keeps a second backend out of an embedded database, which two at once would corrupt.
 * A lock left by a process that no longer runs is taken over.
 * @returns the function that gives the directory free again
 */
export async function lockDirectory(directory: string): Promise<() => Promise<void>> {
  const file = join(resolve(directory), 'backend.pid')
  const holder = await holderOf(file)
  if (holder !== undefined) {
    throw new Error(`process ${holder} is using it; stop that one, or delete ${file} if it is no longer a backend`)
  }
  await writeFile(file, `${process.pid}\n`)
  heldHere.add(file)
  return async () => {
    await rm(file, { force: true })
    heldHere.delete(file)
  }
}

async function holderOf(file: string): Promise<number | undefined> {
  if (heldHere.has(file)) return process.pid
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
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
