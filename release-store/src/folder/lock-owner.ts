import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import * as v from 'valibot'

/** The owner of a lock, as stored in its file. */
const Owner = v.object({
  pid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** For error messages: the name of the machine or container. */
  host: v.string(),
  /** The scope in which process ids are unique: one boot of one machine, and one PID namespace; empty when unknown. */
  processSpace: v.string(),
  /** Start time in clock ticks since boot, to detect a reused process id; unknown without `/proc`. */
  processStart: v.nullish(v.string()),
  /** For error messages: when it began to wait for the lock, in ISO 8601. */
  since: v.string(),
})
export type Owner = v.InferOutput<typeof Owner>

/** Describes this process as the owner of a new lock. */
export function currentOwner(): Owner {
  return {
    pid: process.pid,
    host: hostname(),
    processSpace: processSpace(),
    processStart: statOf(process.pid).start,
    since: new Date().toISOString(),
  }
}

/** @returns undefined when the text names none: a crash of the machine may leave an empty file */
export function parseOwner(text: string): Owner | undefined {
  return attempt(() => v.parse(Owner, JSON.parse(text)))
}

/** True when the owner has certainly exited. */
export function hasExited({ processSpace: space, pid, processStart }: Owner): boolean {
  if (space === '' || space !== processSpace()) return false
  const { state, start } = statOf(pid)
  const isReused = processStart && start && start !== processStart
  return Boolean(isReused) || state === 'Z' || !isRunning(pid)
}

/**
 * Two containers on one machine, or two machines with the same name, cannot see each other's processes. Nor can a process of
 * Linux see its own namespace's without `/proc`, or with that of another namespace.
 */
function processSpace(): string {
  if (process.platform === 'linux' && attempt(() => readlinkSync('/proc/self')) !== String(process.pid)) return ''
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  return [hostname(), boot, attempt(() => readlinkSync('/proc/self/ns/pid'))].join(' ')
}

/** Both are unknown without `/proc`. */
function statOf(pid: number): { state: string | undefined; start: string | undefined } {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? ''
  // The second field, in parentheses, may contain both. The third is the state, the 22nd the start time.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return { state, start: fields[18] }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}

function attempt<T>(read: () => T): T | undefined {
  try {
    return read()
  } catch {
    return undefined
  }
}
