import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { hostname } from 'node:os'
import * as v from 'valibot'

/** The owner of a lock, as its file names it. */
const Owner = v.object({
  /** Distinguishes this lock from every other one, of the same process too. */
  token: v.pipe(v.string(), v.regex(/^[0-9a-f]{16}$/)),
  pid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** For people: the name of the machine or container. */
  host: v.string(),
  /** Where process ids mean the same: one boot of one machine, and there one namespace of process ids. */
  processSpace: v.string(),
  /** When the process began, in clock ticks since boot, as its id may be used again; null where it is not known. */
  processStart: v.nullable(v.string()),
  /** For people: when it began to wait for the lock, in ISO 8601. */
  since: v.string(),
})
export type Owner = v.InferOutput<typeof Owner>

/** A lock as it was found. */
export interface FoundLock {
  /** Undefined when none is named: a crash of the machine may leave an empty file. */
  owner: Owner | undefined
  /** The owner's token; without an owner, something else that distinguishes the lock. */
  token: string
  /** In milliseconds, by the clock of the file system. */
  modifiedMs: number
  /** The lock of a release tool that made an empty folder, before locks named their owner. */
  isFolder: boolean
}

/** @returns this process as the owner of one more lock */
export function ownerHere(): Owner {
  return {
    token: randomBytes(8).toString('hex'),
    pid: process.pid,
    host: hostname(),
    processSpace: processSpace(),
    processStart: processAt(process.pid)?.start ?? null,
    since: new Date().toISOString(),
  }
}

/** @returns undefined when there is none */
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

/** True when the process that a lock names has ended for certain. */
export function isGone({ processSpace: space, pid, processStart }: Owner): boolean {
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

/** Two containers on one machine, or two machines of one name, know nothing of each other's processes. */
function processSpace(): string {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  return [hostname(), boot, attempt(() => readlinkSync('/proc/self/ns/pid'))].join(' ')
}

/** @returns undefined where there is no `/proc`, or no such process */
function processAt(pid: number): { isZombie: boolean; start: string } | undefined {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8'))
  // The second field, in parentheses, may hold spaces and parentheses. The third is the state, the 22nd the start.
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
