import { mkdir, rmdir } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'

const RETRY_MS = 20
const LONGEST_WAIT_MS = 10_000

/**
 * Runs an action while nobody else holds the lock, in this process or another on the machine.
 *
 * @param path of a folder that exists while the lock is held
 * @throws Error when the lock is not free within ten seconds
 */
export async function withLock<T>(path: string, action: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + LONGEST_WAIT_MS
  while (!(await take(path))) {
    if (Date.now() > deadline) {
      throw new Error(`${path} is held by another release. If none is running, delete that folder and try again.`)
    }
    await pause(RETRY_MS)
  }
  try {
    return await action()
  } finally {
    await rmdir(path)
  }
}

async function take(path: string): Promise<boolean> {
  try {
    await mkdir(path)
    return true
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false
    throw error
  }
}
