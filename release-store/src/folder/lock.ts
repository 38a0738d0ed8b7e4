import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { temporaryFile } from './folders'
import { currentOwner, hasExited, type Owner, parseOwner } from './lock-owner'

const RETRY_MS = 20
/** Interval of the holder's heartbeat. */
const HEARTBEAT_MS = 3_000
/** Time since the last heartbeat after which a lock is taken over, wherever its owner runs. */
const STALE_MS = 30_000
/** Longer than {@link STALE_MS}, so that a waiter outlasts a lock without heartbeat. */
const MAX_WAIT_MS = STALE_MS + 10_000
/** Error codes of `rename` to a folder with content, the last two on Windows. */
const HELD_CODES = ['ENOTEMPTY', 'EEXIST', 'EPERM', 'EACCES']

/** A lock held by this process. */
export interface HeldLock {
  /**
   * Call it just before each change that the lock protects: for 30 s, no other process takes the lock over.
   *
   * @throws Error when another process took the lock over while this one was suspended
   */
  assertHeld(): Promise<void>
  release(): Promise<void>
}

/**
 * Runs an action while holding a lock.
 *
 * @param path see {@link acquireLock}
 * @throws Error when the lock cannot be acquired, and any error of the action
 */
export async function withLock<T>(path: string, action: (lock: HeldLock) => Promise<T>): Promise<T> {
  const lock = await acquireLock(path)
  try {
    return await action(lock)
  } finally {
    // A lock that remains is taken over like that of a killed process.
    await lock.release().catch(() => undefined)
  }
}

/**
 * Acquires a lock that excludes other holders in this process, in other processes, and on machines that share the file
 * system. The lock of an exited process is taken over at once, a lock without heartbeat after 30 s.
 *
 * A lock is a folder with one file, which names its owner. Both are created under another name and then renamed, which
 * fails while the folder in that place has a file. The name of the file is unique. The holder changes it to renew its lock,
 * and another process deletes it to take the lock over: whichever comes second fails, because the name is gone.
 *
 * The embedded database uses another lock: see `docs/reference-backend.md`.
 *
 * @param path folder that has a file while the lock is held; what a killed process leaves beside it, `prune` deletes
 * @param maxWaitMs how long to wait for another holder, in milliseconds
 * @throws Error with the owner when the wait times out
 */
export async function acquireLock(path: string, maxWaitMs = MAX_WAIT_MS): Promise<HeldLock> {
  const draft = temporaryFile(dirname(path), basename(path))
  const name = randomUUID()
  const deadline = performance.now() + maxWaitMs
  await mkdir(draft)
  try {
    await writeFile(join(draft, name), JSON.stringify(currentOwner()))
    for (;;) {
      const nowMs = await touch(join(draft, name))
      if (await moveTo(path, draft)) return hold(path, name)
      const found = await readLock(path)
      if (found && isStale(found, nowMs)) await rm(found.file, { force: true })
      else if (performance.now() < deadline) await pause(RETRY_MS)
      else throw timeoutError(path, found ?? {}, nowMs)
    }
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    throw error
  }
}

function hold(path: string, name: string): HeldLock {
  let file = join(path, name)
  const heartbeat = setInterval(() => void touch(file).catch(() => undefined), HEARTBEAT_MS).unref()
  return {
    async assertHeld() {
      const renewed = join(path, randomUUID())
      // In this order: under its new name, the file is recent from the start.
      const renewal = touch(file).then(() => rename(file, renewed))
      await renewal.catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        throw new Error(`${path} was taken over because this process was suspended for too long. Try again.`)
      })
      file = renewed
    },
    async release() {
      clearInterval(heartbeat)
      await rm(file, { force: true })
      // Fails when another process holds the lock by now.
      await rmdir(path).catch(() => undefined)
    },
  }
}

/** Sets the modification time by the clock of the file system, which machines share. @returns it, in milliseconds */
async function touch(file: string): Promise<number> {
  const handle = await open(file, 'r+')
  try {
    await handle.write('{', 0)
    return (await handle.stat()).mtimeMs
  } finally {
    await handle.close()
  }
}

/** @returns false when another process holds the lock */
async function moveTo(path: string, draft: string): Promise<boolean> {
  // A killed process may leave an empty folder, which `rename` does not replace on Windows.
  await rmdir(path).catch(() => undefined)
  return rename(draft, path).then(
    () => true,
    (error: NodeJS.ErrnoException) => {
      if (HELD_CODES.includes(error.code ?? '')) return false
      throw error
    },
  )
}

interface FoundLock {
  file: string
  /** By the clock of the file system, in milliseconds. */
  modifiedMs: number
  owner: Owner | undefined
}

/** @returns undefined when the lock is free */
async function readLock(path: string): Promise<FoundLock | undefined> {
  try {
    const [name] = await readdir(path)
    if (name === undefined) return undefined
    const file = join(path, name)
    // In this order: a network file system looks for changes when a file is opened.
    const owner = parseOwner(await readFile(file, 'utf8'))
    return { file, owner, modifiedMs: (await stat(file)).mtimeMs }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}

function isStale({ owner, modifiedMs }: FoundLock, nowMs: number): boolean {
  return (owner !== undefined && hasExited(owner)) || nowMs - modifiedMs > STALE_MS
}

function timeoutError(path: string, { owner, modifiedMs }: Partial<FoundLock>, nowMs: number): Error {
  const who = owner
    ? `process ${owner.pid} on ${owner.host}, which has waited for it or held it since ${owner.since}`
    : 'an unknown process'
  const age = `${Math.max(0, Math.round((nowMs - (modifiedMs ?? nowMs)) / 1000))} s ago`
  const advice = 'Try again when it has finished. If it hangs, stop it; its lock is then taken over.'
  return new Error(`${path} is held by ${who}; its last heartbeat was ${age}. ${advice}`)
}
