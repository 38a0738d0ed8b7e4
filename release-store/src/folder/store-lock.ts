import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { type HeldLock, withLock } from './lock'

/** Runs an action while holding the lock of the store in a folder. The action must assert the lock before each change. */
export async function withStoreLock<T>(folder: string, action: (lock: HeldLock) => Promise<T>): Promise<T> {
  await mkdir(folder, { recursive: true })
  return withLock(join(folder, '.registry.lock'), action)
}
