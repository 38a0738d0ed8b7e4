import { createHash } from 'node:crypto'
import { lstat, lutimes, readlink, rm, symlink } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { currentOwner, hasExited, nameOf } from './lock-owner'

const RETRY_MS = 20
/** Interval of the holder's heartbeat. */
const HEARTBEAT_MS = 3_000
/** A lock whose heartbeat has not been seen for this time is taken over, wherever its owner runs. */
const STALE_MS = 30_000
/** Longer than {@link STALE_MS}, so that a waiter outlasts a lock without heartbeat. */
const MAX_WAIT_MS = STALE_MS + 10_000
/** Error codes of `symlink` on a file system without symbolic links. */
const NO_LINK_CODES = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

/** A lock held by this process. */
export interface HeldLock {
  /**
   * Call it before each change that the lock protects.
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
 * A lock is a symbolic link whose target is its owner, so that it is created with its owner at once. To remove it, by
 * release or by takeover, a process first claims it: it creates a lock whose name has the hash of the owner. Only one
 * process succeeds, and owners are unique, so a newer lock is never removed. The claim of a killed process is taken over in
 * the same way.
 *
 * The embedded database uses another lock, and an installation uses none: see `docs/architecture.md`.
 *
 * @param path exists while the lock is held
 * @param maxWaitMs how long to wait for another holder, in milliseconds
 * @throws Error with the owner when the wait times out
 */
export async function acquireLock(path: string, maxWaitMs = MAX_WAIT_MS): Promise<HeldLock> {
  const owner = currentOwner()
  const isStale = watchHeartbeats()
  const deadline = performance.now() + maxWaitMs
  while (!(await create(path, owner))) {
    const found = await read(path)
    if (!found || (await removeIfStale(path, found))) continue
    if (performance.now() > deadline) throw timeoutError(path, found.owner)
    await pause(RETRY_MS)
  }
  const beat = () => lutimes(path, new Date(), new Date()).catch(() => undefined)
  const heartbeat = setInterval(beat, HEARTBEAT_MS).unref()
  return {
    async assertHeld() {
      await beat()
      // Neither the lock nor the claim is taken over for another 30 s.
      if ((await create(claimOf(path, owner), owner)) && (await read(path))?.owner === owner) return
      throw new Error(`${path} was taken over because this process was suspended for too long. Try again.`)
    },
    async release() {
      clearInterval(heartbeat)
      await remove(path, owner)
    },
  }

  /** @returns true when an immediate retry may succeed */
  async function removeIfStale(lock: string, found: FoundLock): Promise<boolean> {
    return isStale(lock, found) && remove(lock, found.owner)
  }

  /** @returns false while another process removes the lock */
  async function remove(lock: string, of: string): Promise<boolean> {
    const claim = claimOf(lock, of)
    if (!(await create(claim, owner))) {
      const other = await read(claim)
      return !other || removeIfStale(claim, other)
    }
    try {
      if ((await read(lock))?.owner === of) await rm(lock, { recursive: true })
    } finally {
      await rm(claim, { force: true })
    }
    return true
  }
}

/** An existing lock. */
interface FoundLock {
  /** What {@link currentOwner} returned in its process; of an earlier version, any text. */
  owner: string
  /** Changes with each heartbeat. */
  modifiedMs: number
}

/** @returns undefined when the path has no lock */
async function read(path: string): Promise<FoundLock | undefined> {
  try {
    const { ino, mtimeMs: modifiedMs } = await lstat(path)
    const owner = await readlink(path).catch((error: unknown) => {
      // A file or folder, as earlier versions have created it.
      if (codeOf(error) === 'EINVAL') return String(ino)
      throw error
    })
    return { owner, modifiedMs }
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined
    throw error
  }
}

/** @returns false when another process holds a lock at the path */
async function create(path: string, owner: string): Promise<boolean> {
  try {
    await symlink(owner, path)
    return true
  } catch (error) {
    const code = codeOf(error)
    if (NO_LINK_CODES.includes(String(code)))
      throw new Error(
        `${path} cannot be created: its file system has no symbolic links. Move the store to one that has them.`,
      )
    if (code !== 'EEXIST') throw error
    return (await read(path))?.owner === owner
  }
}

/** Tells stale locks by this process's own clock: those of two machines may differ. */
function watchHeartbeats(): (path: string, found: FoundLock) => boolean {
  const seen = new Map<string, { heartbeat: string; sinceMs: number }>()
  return (path, { owner, modifiedMs }) => {
    const nowMs = performance.now()
    const heartbeat = `${owner} ${modifiedMs}`
    const last = seen.get(path)
    const { sinceMs } = last?.heartbeat === heartbeat ? last : { sinceMs: nowMs }
    seen.set(path, { heartbeat, sinceMs })
    return hasExited(owner) || nowMs - sinceMs > STALE_MS
  }
}

/** The path of the lock for the removal of a lock. */
export function claimOf(path: string, owner: string): string {
  return `${path}.${createHash('sha256').update(owner).digest('hex').slice(0, 16)}`
}

function timeoutError(path: string, owner: string): Error {
  const advice = 'Try again when it has finished. If it hangs, stop it; its lock is then taken over.'
  return new Error(`${path} is held by ${nameOf(owner)}. ${advice}`)
}

function codeOf(error: unknown): unknown {
  return error instanceof Error && 'code' in error ? error.code : undefined
}
