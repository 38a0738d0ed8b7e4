import { randomBytes } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import * as v from 'valibot'

/** The owner of a lock. */
const Owner = v.object({
  /** Unique to this lock, among locks of the same process too. */
  token: v.string(),
  pid: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** For error messages: the name of the machine or container. */
  host: v.string(),
  /** The scope in which process ids are unique: one boot of one machine, and one PID namespace. */
  processSpace: v.string(),
  /** For error messages: when it began to wait for the lock, in ISO 8601. */
  since: v.string(),
})
type Owner = v.InferOutput<typeof Owner>

/** Describes this process as the owner of a new lock, as JSON. */
export function currentOwner(): string {
  const owner: Owner = {
    token: randomBytes(8).toString('hex'),
    pid: process.pid,
    host: hostname(),
    processSpace: processSpace(),
    since: new Date().toISOString(),
  }
  return JSON.stringify(owner)
}

/** True when the owner has certainly exited. */
export function hasExited(owner: string): boolean {
  const known = parse(owner)
  return known !== undefined && known.processSpace === processSpace() && !isRunning(known.pid)
}

/** Names an owner in messages. */
export function nameOf(owner: string): string {
  const known = parse(owner)
  if (!known) return 'an unknown process'
  return `process ${known.pid} on ${known.host}, which has waited for it or held it since ${known.since}`
}

function parse(owner: string): Owner | undefined {
  return attempt(() => v.parse(Owner, JSON.parse(owner)))
}

/** Two containers on one machine, or two machines with the same name, cannot see each other's processes. */
function processSpace(): string {
  const boot = attempt(() => readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim())
  return [hostname(), boot, attempt(() => readlinkSync('/proc/self/ns/pid'))].join(' ')
}

function attempt<T>(read: () => T): T | undefined {
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
