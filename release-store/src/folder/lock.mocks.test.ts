import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../testing/store'
import { acquireLock, withLock } from './lock'
import { currentOwner, type Owner } from './lock-owner'

const fileSystem = vi.hoisted(() => ({
  isWindows: false,
  beforeDeletion: async () => undefined as unknown,
  /** The process that `/proc/self` names, if not this one. */
  procSelf: undefined as string | undefined,
}))
vi.mock(import('node:fs'), async (original) => {
  const actual = await original()
  const readlinkSync = (path: string) => (path === '/proc/self' && fileSystem.procSelf) || actual.readlinkSync(path)
  return { ...actual, readlinkSync: readlinkSync as typeof actual.readlinkSync }
})
vi.mock(import('node:fs/promises'), async (original) => {
  const actual = await original()
  return {
    ...actual,
    async rename(from, to) {
      const isTaken = fileSystem.isWindows && (await actual.stat(to).catch(() => undefined))
      if (isTaken) throw Object.assign(new Error('operation not permitted'), { code: 'EPERM' })
      return actual.rename(from, to)
    },
    async rm(...args) {
      await fileSystem.beforeDeletion()
      return actual.rm(...args)
    },
  }
})

let folder: string
let path: string

beforeEach(async () => {
  folder = await temporaryFolder()
  path = join(folder, '.lock')
})
afterEach(async () => {
  vi.useRealTimers()
  Object.assign(fileSystem, { isWindows: false, beforeDeletion: async () => undefined, procSelf: undefined })
  await rm(folder, { recursive: true })
})

const lockFile = async () => join(path, (await readdir(path).catch(() => []))[0] ?? '')
const acquireAndRelease = async () => (await acquireLock(path, 0)).release()

async function age(file: string, seconds: number) {
  const then = new Date(Date.now() - seconds * 1000)
  await utimes(file, then, then)
}

/** Writes a lock that its owner did not release. */
async function writeStaleLock(changes: Partial<Owner>) {
  await mkdir(path)
  await writeFile(join(path, 'lock'), JSON.stringify({ ...currentOwner(), ...changes }))
}

/** A process space with another boot (1) or another namespace (2) than this one. */
function inSpace(field: 1 | 2, other: string): string {
  return currentOwner().processSpace.split(' ').with(field, other).join(' ')
}

/** Returns the id of a process that has exited. */
async function exitedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

const onLinux = { skip: process.platform !== 'linux', meta: { skipReason: 'Only Linux has /proc.' } }

it('scopes its process id to this boot and this namespace', onLinux, () => {
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  expect(currentOwner().processSpace.split(' ')).toEqual([hostname(), bootId, readlinkSync('/proc/self/ns/pid')])
})

it('is not taken over at once where `/proc` is of another namespace', onLinux, async () => {
  fileSystem.procSelf = '1'
  await writeStaleLock({ pid: await exitedProcess() })
  await expect(acquireLock(path, 0)).rejects.toThrow('is held by')
  await age(await lockFile(), 31)
  await acquireAndRelease()
})

it('names its owner while it is held and leaves no files after its release', async () => {
  await withLock(path, async () => {
    const owner: unknown = JSON.parse(await readFile(await lockFile(), 'utf8'))
    expect(owner).toMatchObject({ pid: process.pid, host: hostname() })
  })
  expect(await readdir(folder)).toEqual([])
})

it('is released after a failed action', async () => {
  await expect(withLock(path, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  await acquireAndRelease()
})

it('is held by one of many at a time, also after the takeover of a stale lock', async () => {
  await writeStaleLock({ pid: await exitedProcess() })
  let holders = 0
  const actions = Array.from({ length: 20 }, () =>
    withLock(path, async ({ assertHeld }) => {
      expect(++holders).toBe(1)
      await assertHeld()
      expect(holders--).toBe(1)
    }),
  )
  await Promise.all(actions)
  expect(await readdir(folder)).toEqual([])
})

it('reports its owner and what to do when the wait times out', async () => {
  const held = await acquireLock(path)
  await expect(acquireLock(path, 0)).rejects.toThrow(
    new RegExp(
      `is held by process ${process.pid} on ${hostname()}, which has waited for it or held it since 2.*heartbeat was 0 s ago\\. .*stop it`,
    ),
  )
  expect(await readdir(folder)).toEqual(['.lock'])
  await held.release()
})

describe('is taken over at once', () => {
  it('from a process that has exited', async () => {
    await writeStaleLock({ pid: await exitedProcess() })
    await acquireAndRelease()
  })

  it('from a process whose id was reused', async () => {
    await writeStaleLock({ processStart: '1' })
    await acquireAndRelease()
  })

  it('from a zombie process', onLinux, async () => {
    const shell = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const pid = Number((await once(shell.stdout, 'data')).join(''))
    await writeStaleLock({ pid, processStart: undefined })
    await expect(acquireLock(path, 0)).rejects.toThrow(`held by process ${pid}`)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => acquireAndRelease().then(() => 'acquired')).toBe('acquired')
    shell.kill()
  })

  it.each([false, true])('from a process that was killed during its release (Windows: %s)', async (isWindows) => {
    Object.assign(fileSystem, { isWindows })
    await mkdir(path)
    await acquireAndRelease()
    expect(await readdir(folder)).toEqual([])
  })
})

describe.each<[string, () => Promise<unknown>, string]>([
  [
    'of another machine',
    () => writeStaleLock({ host: 'build-7', pid: 1, processSpace: 'build-7' }),
    'process 1 on build-7',
  ],
  [
    'of another container on this machine',
    async () => writeStaleLock({ pid: await exitedProcess(), processSpace: inSpace(2, 'pid:[1]') }),
    'process',
  ],
  [
    'from before a restart',
    async () => writeStaleLock({ pid: await exitedProcess(), processSpace: inSpace(1, 'boot') }),
    'process',
  ],
  ['of a running process on this machine', () => writeStaleLock({}), `process ${process.pid}`],
  [
    'that names no owner',
    async () => {
      await mkdir(path)
      await writeFile(join(path, 'lock'), '')
    },
    'an unknown process',
  ],
])('a lock %s', (_kind, createLock, owner) => {
  beforeEach(createLock)

  it('is not taken over while its heartbeat is recent', async () => {
    await age(await lockFile(), 20)
    await expect(acquireLock(path, 0)).rejects.toThrow(`held by ${owner}`)
  })

  it('is taken over after 30 s without heartbeat', async () => {
    await age(await lockFile(), 31)
    await acquireAndRelease()
    expect(await readdir(folder)).toEqual([])
  })
})

it('gets a heartbeat from its holder', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const held = await acquireLock(path)
  await age(await lockFile(), 31)
  vi.advanceTimersByTime(3_000)
  await expect.poll(async () => (await stat(await lockFile())).mtimeMs).toBeGreaterThan(Date.now() - 20_000)
  await expect(acquireLock(path, 0)).rejects.toThrow('is held by')
  await held.release()
})

it('compares heartbeats by the clock of the file system', async () => {
  const held = await acquireLock(path)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
  await expect(acquireLock(path, 0)).rejects.toThrow('heartbeat was 0 s ago')
  await held.release()
})

describe('a holder that was suspended', () => {
  it('detects that its lock was taken over, and leaves it to the new holder', async () => {
    const suspended = await acquireLock(path)
    await age(await lockFile(), 31)
    const held = await acquireLock(path, 0)
    await expect(suspended.assertHeld()).rejects.toThrow('was taken over')
    await suspended.release()
    await held.assertHeld()
    await held.release()
    expect(await readdir(folder)).toEqual([])
  })

  it('renews a lock that was not taken over', async () => {
    const suspended = await acquireLock(path)
    await age(await lockFile(), 31)
    await suspended.assertHeld()
    await expect(acquireLock(path, 0)).rejects.toThrow('is held by')
    await suspended.release()
  })

  it('renews a lock that another process is about to take over', async () => {
    const suspended = await acquireLock(path)
    await age(await lockFile(), 31)
    fileSystem.beforeDeletion = async () => {
      fileSystem.beforeDeletion = async () => undefined
      await suspended.assertHeld()
    }
    await expect(acquireLock(path, 0)).rejects.toThrow('is held by')
    await suspended.assertHeld()
    await suspended.release()
  })

  it('stops while another process takes its lock over', async () => {
    const suspended = await acquireLock(path)
    await rm(await lockFile())
    await expect(suspended.assertHeld()).rejects.toThrow('was taken over')
    await suspended.release()
  })
})
