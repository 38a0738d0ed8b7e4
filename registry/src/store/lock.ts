import { link, open, readdir, rm, rmdir, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type FoundLock, isGone, ownerHere, readLock } from './lock-file'

const RETRY_MS = 20
/** How often the holder shows that it is alive. */
const TOUCH_MS = 3_000
/** Age at which a lock that is not touched is taken over, wherever its owner is. */
const STALE_MS = 30_000
/** Outlasts a lock that is not touched. */
const LONGEST_WAIT_MS = STALE_MS + 10_000
/** Age at which drafts and claims of killed processes are deleted. */
const LEFTOVER_MS = 3_600_000
/** What `link` fails with on a file system that has no hard links. */
const NO_LINKS = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']
const LEFTOVER = /^(\.[0-9a-f]{16}|\.\d+-\d+)+(\.draft)?$/

/** A lock while it is held. */
export interface HeldLock {
  /**
   * Must precede each change that the lock protects.
   *
   * @throws Error when another process took the lock over, because this one was suspended
   */
  assertHeld(): Promise<void>
  release(): Promise<void>
}

/**
 * Runs an action while it holds a lock.
 *
 * @param path see {@link acquireLock}
 */
export async function withLock<T>(path: string, action: (lock: HeldLock) => Promise<T>): Promise<T> {
  const lock = await acquireLock(path)
  try {
    return await action(lock)
  } finally {
    await lock.release()
  }
}

/**
 * Takes a lock against other holders in this process, in others, and on other machines that share the file system. The
 * lock of a process that has ended is taken over at once, one that is not touched any more after 30 s.
 *
 * To end a lock, be it by release or by takeover, a process first claims it: it links a file to the path and token of
 * the lock. Only one can, and tokens are unique, so a lock that came later is never removed. A claim is a lock
 * itself: it is taken over in the same way when its owner is killed.
 *
 * The embedded database has another lock, and an installation has none: `docs/architecture.md` says why.
 *
 * @param path of a file that exists while the lock is held, and names its owner
 * @param longestWaitMs in milliseconds, while another holds it
 * @throws Error naming the owner, when the lock is not free in time
 */
export async function acquireLock(path: string, longestWaitMs = LONGEST_WAIT_MS): Promise<HeldLock> {
  const candidate = await createCandidate(path)
  const deadline = Date.now() + longestWaitMs
  try {
    while (!(await candidate.linkTo(path))) {
      const found = await readLock(path)
      if (!found || (await endIfStale(path, found, candidate))) continue
      if (Date.now() > deadline) throw heldBy(path, found, await candidate.nowMs())
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
  const touching = setInterval(() => void candidate.flush().catch(() => undefined), TOUCH_MS).unref()
  return {
    async assertHeld() {
      await candidate.touch()
      // The claim is a link to the same file: nobody can take it over for another 30 s.
      const claimed = await candidate.linkTo(claimOf(path, candidate.token))
      if (claimed && (await readLock(path))?.token === candidate.token) return
      throw new Error(`${path} was taken over, as this process was suspended for too long. Try again.`)
    },
    async release() {
      clearInterval(touching)
      await end(path, candidate.token, candidate)
      await candidate.close()
    },
  }
}

/** A complete file that names this process. Locks are links to it, so none is ever found without its owner. */
interface Candidate {
  token: string
  /** @returns false when the path has a lock of another candidate */
  linkTo(path: string): Promise<boolean>
  /** Writes the same content again: that sets the time of the file by the clock of the file system. */
  touch(): Promise<void>
  /** Touches it and hands that to the server of a network file system, for which other machines would see it too late. */
  flush(): Promise<void>
  /** The time by the same clock, in milliseconds. */
  nowMs(): Promise<number>
  close(): Promise<void>
}

async function createCandidate(path: string): Promise<Candidate> {
  const owner = ownerHere()
  const draft = `${path}.${owner.token}.draft`
  const file = await open(draft, 'wx')
  const touch = async () => void (await file.write(JSON.stringify(owner), 0))
  await touch()
  return {
    token: owner.token,
    async linkTo(target) {
      try {
        await link(draft, target)
        return true
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : undefined
        if (NO_LINKS.includes(String(code))) throw withoutLinks(target)
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
    async close() {
      await file.close()
      await rm(draft, { force: true })
    },
  }
}

/** @returns true when it is worth trying again at once */
async function endIfStale(path: string, found: FoundLock, candidate: Candidate): Promise<boolean> {
  const isStale = (found.owner && isGone(found.owner)) || (await candidate.nowMs()) - found.modifiedMs > STALE_MS
  return isStale ? end(path, found.token, candidate) : false
}

/** @returns false while another process ends the lock */
async function end(path: string, token: string, candidate: Candidate): Promise<boolean> {
  const claim = claimOf(path, token)
  if (!(await candidate.linkTo(claim))) {
    const other = await readLock(claim)
    return !other || endIfStale(claim, other, candidate)
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

function withoutLinks(path: string): Error {
  return new Error(`${path} cannot be made: its file system has no hard links. Keep the store on one that has them.`)
}

function heldBy(path: string, { owner, modifiedMs }: FoundLock, nowMs: number): Error {
  const who = owner
    ? `process ${owner.pid} on ${owner.host}, which has waited for it or held it since ${owner.since}`
    : 'another release'
  const age = `${Math.max(0, Math.round((nowMs - modifiedMs) / 1000))} s ago`
  const advice = 'Try again when it has ended. If it hangs, stop it; its lock is then taken over.'
  return new Error(`${path} is held by ${who}; it was last touched ${age}. ${advice}`)
}
