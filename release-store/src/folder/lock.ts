import { link, open, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { currentOwner, type FoundLock, hasExited, readLock } from './lock-file'

const RETRY_MS = 20
/** Interval of the holder's heartbeat. */
const HEARTBEAT_MS = 3_000
/** Time since the last heartbeat after which a lock is taken over, wherever its owner runs. */
const STALE_MS = 30_000
/** Longer than {@link STALE_MS}, so that a waiter outlasts a lock without heartbeat. */
const MAX_WAIT_MS = STALE_MS + 10_000
/** Age at which drafts and claims of killed processes are deleted. */
const LEFTOVER_MS = 3_600_000
/** Error codes of `link` on a file system without hard links. */
const NO_HARD_LINK_CODES = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']
const LEFTOVER = /^(\.[0-9a-f]{16}|\.\d+-\d+)+(\.draft)?$/

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
    // A lock that remains, on a full disk for example, is taken over like that of a killed process.
    await lock.release().catch(() => undefined)
  }
}

/**
 * Acquires a lock that excludes other holders in this process, in other processes, and on machines that share the file
 * system. The lock of an exited process is taken over at once, a lock without heartbeat after 30 s.
 *
 * To remove a lock, by release or by takeover, a process first claims it: it links a file to the path and token of the
 * lock. Only one process succeeds, and tokens are unique, so a newer lock is never removed. A claim is itself a lock,
 * and is taken over in the same way when its owner is killed.
 *
 * The embedded database uses another lock, and an installation uses none: see `docs/architecture.md`.
 *
 * @param path file that exists while the lock is held and names its owner
 * @param maxWaitMs how long to wait for another holder, in milliseconds
 * @throws Error with the owner when the wait times out
 */
export async function acquireLock(path: string, maxWaitMs = MAX_WAIT_MS): Promise<HeldLock> {
  const candidate = await createCandidate(path)
  const deadline = Date.now() + maxWaitMs
  try {
    while (!(await candidate.linkTo(path))) {
      const found = await readLock(path)
      if (!found || (await removeIfStale(path, found, candidate))) continue
      if (Date.now() > deadline) throw timeoutError(path, found, await candidate.nowMs())
      await pause(RETRY_MS)
    }
  } catch (error) {
    await candidate.close()
    throw error
  }
  await removeLeftovers(path, candidate).catch(() => undefined)
  return hold(path, candidate)
}

function hold(path: string, candidate: Candidate): HeldLock {
  const heartbeat = setInterval(() => void candidate.flush().catch(() => undefined), HEARTBEAT_MS).unref()
  return {
    async assertHeld() {
      await candidate.touch()
      // The claim links to the file just touched, so no process can take it over for another 30 s.
      const claimed = await candidate.linkTo(claimOf(path, candidate.token))
      if (claimed && (await readLock(path))?.token === candidate.token) return
      throw new Error(`${path} was taken over because this process was suspended for too long. Try again.`)
    },
    async release() {
      clearInterval(heartbeat)
      await remove(path, candidate.token, candidate).finally(candidate.close)
    },
  }
}

/** A complete file that names this process. Locks are hard links to it, so a lock never exists without its owner. */
interface Candidate {
  token: string
  /** @returns false when another candidate holds a lock at the path */
  linkTo(path: string): Promise<boolean>
  /** Rewrites the same content, which sets the modification time by the clock of the file system. */
  touch(): Promise<void>
  /** Touches the file and syncs it, because a network file system may otherwise delay the change for other machines. */
  flush(): Promise<void>
  /** The current time by the same clock, in milliseconds. */
  nowMs(): Promise<number>
  close(): Promise<void>
}

async function createCandidate(path: string): Promise<Candidate> {
  const owner = currentOwner()
  const draft = `${path}.${owner.token}.draft`
  const file = await open(draft, 'wx')
  const touch = async () => void (await file.write(JSON.stringify(owner), 0))
  const close = async () => {
    await file.close()
    await rm(draft, { force: true })
  }
  await touch().catch(async (error: unknown) => {
    await close()
    throw error
  })
  return {
    token: owner.token,
    async linkTo(target) {
      try {
        await link(draft, target)
        return true
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined
        if (NO_HARD_LINK_CODES.includes(String(code))) throw noHardLinksError(target)
        if (code !== 'EEXIST') throw error
        return (await readLock(target))?.token === owner.token
      }
    },
    touch,
    async flush() {
      await touch()
      await file.datasync()
    },
    async nowMs() {
      await touch()
      return (await file.stat()).mtimeMs
    },
    close,
  }
}

/** @returns true when an immediate retry may succeed */
async function removeIfStale(path: string, found: FoundLock, candidate: Candidate): Promise<boolean> {
  const isStale = (found.owner && hasExited(found.owner)) || (await candidate.nowMs()) - found.modifiedMs > STALE_MS
  return isStale ? remove(path, found.token, candidate) : false
}

/** @returns false while another process removes the lock */
async function remove(path: string, token: string, candidate: Candidate): Promise<boolean> {
  const claim = claimOf(path, token)
  if (!(await candidate.linkTo(claim))) {
    const other = await readLock(claim)
    return !other || removeIfStale(claim, other, candidate)
  }
  try {
    const found = await readLock(path)
    if (found?.token === token) await (found.isFolder ? rmdir(path) : rm(path))
  } finally {
    await rm(claim, { force: true })
  }
  return true
}

function claimOf(path: string, token: string): string {
  return `${path}.${token}`
}

async function removeLeftovers(path: string, candidate: Candidate): Promise<void> {
  const name = basename(path)
  const oldestMs = (await candidate.nowMs()) - LEFTOVER_MS
  for (const other of await readdir(dirname(path))) {
    if (!other.startsWith(name) || !LEFTOVER.test(other.slice(name.length))) continue
    const file = join(dirname(path), other)
    if ((await stat(file)).mtimeMs < oldestMs) await rm(file, { force: true })
  }
}

function noHardLinksError(path: string): Error {
  return new Error(`${path} cannot be created: its file system has no hard links. Move the store to one that has them.`)
}

function timeoutError(path: string, { owner, modifiedMs }: FoundLock, nowMs: number): Error {
  const who = owner
    ? `process ${owner.pid} on ${owner.host}, which has waited for it or held it since ${owner.since}`
    : 'an unknown process'
  const age = `${Math.max(0, Math.round((nowMs - modifiedMs) / 1000))} s ago`
  const advice = 'Try again when it has finished. If it hangs, stop it; its lock is then taken over.'
  return new Error(`${path} is held by ${who}; its last heartbeat was ${age}. ${advice}`)
}
