import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { hostname } from 'node:os'
import * as v from 'valibot'

/** The owner of a lock, as stored in its file. */
const Owner = v.object({
  /** Unique to this lock, among locks of the same process too. */
  token: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  pid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** For error messages: the name of the machine or container. */
  host: v.string(),
  /** The scope in which process ids are unique: one boot of one machine, and one PID namespace. */
  processSpace: v.string(),
  /** Start time in clock ticks since boot, to detect a reused process id; null where it is unknown. */
  processStart: v.nullable(v.string()),
  /** For error messages: when it began to wait for the lock, in ISO 8601. */
  since: v.string(),
})
export type Owner = v.InferOutput<typeof Owner>

/** An existing lock. */
export interface FoundLock {
  /** Undefined when the file names none: a crash of the machine may leave an empty file. */
  owner: Owner | undefined
  /** The owner's token; without an owner, one made from the inode and the modification time. */
  token: string
  /** Modification time in milliseconds, by the clock of the file system. */
  modifiedMs: number
  /** True for the lock of an earlier version: an empty folder without an owner. */
  isFolder: boolean
}

/** Describes this process as the owner of a new lock. */
export function currentOwner(): Owner {
  return {
    token: randomBytes(8).toString('hex'),
    pid: process.pid,
    host: hostname(),
    processSpace: processSpace(),
    processStart: processAt(process.pid)?.start ?? null,
    since: new Date().toISOString(),
  }
}

/** @returns undefined when the path has no lock */
export async function readLock(path: string): Promise<FoundLock | undefined> {
  const file = await open(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!file) return undefined
  try {
    const stats = await file.stat()
    const isFolder = stats.isDirectory()
    const owner = isFolder ? undefined : parseOwner(await file.readFile('utf8'))
    const token = owner?.token ?? `${stats.ino}-${Math.trunc(stats.mtimeMs)}`
    return { owner, token, modifiedMs: stats.mtimeMs, isFolder }
  } finally {
    await file.close()
  }
}

/** True when the lock's owner has certainly exited. */
export function hasExited({ processSpace: space, pid, processStart }: Owner): boolean {
  if (space !== processSpace()) return false
  const process = processAt(pid)
  if (!process) return !isRunning(pid)
  return process.isZombie || (processStart !== null && process.start !== processStart)
}

function parseOwner(text: string): Owner | undefined {
  try {
    return v.parse(Owner, JSON.parse(text))
  } catch {
    return undefined
  }
}

/** Two containers on one machine, or two machines with the same name, cannot see each other's processes. */
function processSpace(): string {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  return [hostname(), boot, attempt(() => readlinkSync('/proc/self/ns/pid'))].join(' ')
}

/** @returns undefined without `/proc` or without such a process */
function processAt(pid: number): { isZombie: boolean; start: string } | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The second field, in parentheses, may contain both. The third is the state, the 22nd the start time.
  const [state, ...fields] = stat?.slice(stat.lastIndexOf(')') + 2).split(' ') ?? []
  const start = fields[18]
  return start === undefined ? undefined : { isZombie: state === 'Z' || state === 'X', start }
}

function attempt(read: () => string): string | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
