import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { lutimesSync, readFileSync, readlinkSync } from 'node:fs'
import { lstat, lutimes, mkdir, readdir, readlink, rm, symlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../testing/store'
import { acquireLock, claimOf, withLock } from './lock'
import { currentOwner } from './lock-owner'

const fileSystem = vi.hoisted((): { linkError: Error | undefined } => ({ linkError: undefined }))
vi.mock(import('node:fs/promises'), async (original) => {
  const actual = await original()
  return {
    ...actual,
    symlink: (...args) => (fileSystem.linkError ? Promise.reject(fileSystem.linkError) : actual.symlink(...args)),
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
  vi.restoreAllMocks()
  fileSystem.linkError = undefined
  await rm(folder, { recursive: true })
})

const ownerIn = async (file = path) => JSON.parse(await readlink(file))
const acquireAndRelease = async (maxWaitMs = 0) => (await acquireLock(path, maxWaitMs)).release()

/** Lets a second pass between two looks at the clock. */
function hurry() {
  let nowMs = 0
  vi.spyOn(performance, 'now').mockImplementation(() => (nowMs += 1_000))
}

/** Creates a lock that its owner did not release. @returns the path of a claim to it */
async function createStaleLock(changes: object, file = path) {
  const owner = JSON.stringify({ ...JSON.parse(currentOwner()), ...changes })
  await symlink(owner, file)
  return claimOf(file, owner)
}

/** A process space with another boot (1) or another namespace (2) than this one. */
function inSpace(field: 1 | 2, other: string): string {
  return JSON.parse(currentOwner()).processSpace.split(' ').with(field, other).join(' ')
}

/** Returns the id of a process that has exited. */
async function exitedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

it.runIf(process.platform === 'linux')('scopes its process id to this boot and this namespace', () => {
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  expect(JSON.parse(currentOwner()).processSpace.split(' ')).toEqual([
    hostname(),
    bootId,
    readlinkSync('/proc/self/ns/pid'),
  ])
})

it('reports a file system without symbolic links and leaves no files', async () => {
  fileSystem.linkError = Object.assign(new Error('operation not permitted, symlink'), { code: 'EPERM' })
  await expect(acquireAndRelease()).rejects.toThrow(`${path} cannot be created: its file system has no symbolic links`)
  expect(await readdir(folder)).toEqual([])
})

it('names its owner while it is held and leaves no files after its release', async () => {
  await withLock(path, async () => {
    expect(await ownerIn()).toMatchObject({ pid: process.pid, host: hostname() })
  })
  expect(await readdir(folder)).toEqual([])
})

it('is released after a failed action', async () => {
  await expect(withLock(path, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  await acquireAndRelease()
})

it('is held by one of many at a time, also after the takeover of a stale lock', async () => {
  await createStaleLock({ pid: await exitedProcess() })
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
      `is held by process ${process.pid} on ${hostname()}, which has waited for it or held it since 2.*stop it`,
    ),
  )
  expect(await readdir(folder)).toEqual(['.lock'])
  await held.release()
})

describe('is taken over at once', () => {
  it('from a process that has exited', async () => {
    await createStaleLock({ pid: await exitedProcess() })
    await acquireAndRelease()
  })

  it('from a process that was killed during its takeover', async () => {
    const pid = await exitedProcess()
    const claim = await createStaleLock({ pid })
    await createStaleLock({ pid }, await createStaleLock({ pid }, claim))
    await acquireAndRelease()
    expect(await readdir(folder)).toEqual([])
  })
})

describe.each<[string, () => Promise<unknown>, string]>([
  [
    'of another machine',
    () => createStaleLock({ host: 'build-7', pid: 1, processSpace: 'build-7' }),
    'process 1 on build-7',
  ],
  [
    'of another container on this machine',
    async () => createStaleLock({ pid: await exitedProcess(), processSpace: inSpace(2, 'pid:[1]') }),
    'process',
  ],
  [
    'from before a restart',
    async () => createStaleLock({ pid: await exitedProcess(), processSpace: inSpace(1, 'boot') }),
    'process',
  ],
  ['of a running process on this machine', () => createStaleLock({}), `process ${process.pid}`],
  ['that names no owner', () => symlink('nobody', path), 'an unknown process'],
  ['of an earlier version', () => writeFile(path, '{}'), 'an unknown process'],
  ['of a version before that', () => mkdir(path), 'an unknown process'],
])('a lock %s', (_kind, createLock, owner) => {
  beforeEach(createLock)

  it('is not taken over while its heartbeat may be recent', async () => {
    await expect(acquireLock(path, 0)).rejects.toThrow(`held by ${owner}`)
  })

  it('is taken over after 30 s without heartbeat', async () => {
    hurry()
    await acquireAndRelease(40_000)
    expect(await readdir(folder)).toEqual([])
  })
})

it('is not taken over from a holder with a heartbeat, however long it holds', async () => {
  await createStaleLock({})
  let looks = 0
  vi.spyOn(performance, 'now').mockImplementation(() => {
    looks += 1
    lutimesSync(path, looks, looks)
    return 5_000 * looks
  })
  await expect(acquireLock(path, 100_000)).rejects.toThrow('is held by')
})

it('is not taken over during the takeover by another process', async () => {
  await createStaleLock({}, await createStaleLock({ pid: await exitedProcess() }))
  await expect(acquireLock(path, 0)).rejects.toThrow('is held by')
})

it('gets a heartbeat from its holder', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const held = await acquireLock(path)
  await lutimes(path, 1, 1)
  vi.advanceTimersByTime(3_000)
  await expect.poll(async () => (await lstat(path)).mtimeMs).toBeGreaterThan(1_000)
  await held.release()
})

describe('a holder that was suspended', () => {
  it('detects that its lock was taken over, and leaves it to the new holder', async () => {
    const suspended = await acquireLock(path)
    hurry()
    const held = await acquireLock(path, 40_000)
    await expect(suspended.assertHeld()).rejects.toThrow('was taken over')
    await suspended.release()
    await held.assertHeld()
    await held.release()
    expect(await readdir(folder)).toEqual([])
  })

  it('keeps a lock that was not taken over, and renews it', async () => {
    const suspended = await acquireLock(path)
    await lutimes(path, 1, 1)
    await suspended.assertHeld()
    expect((await lstat(path)).mtimeMs).toBeGreaterThan(1_000)
    // A waiter that has not seen the renewal finds the claim of the holder.
    await lutimes(path, 1, 1)
    let looks = 0
    vi.spyOn(performance, 'now').mockImplementation(() => (looks++ < 3 ? 0 : 31_000))
    await expect(acquireLock(path, 0)).rejects.toThrow('is held by')
    await suspended.assertHeld()
    await suspended.release()
  })

  it('stops while another process takes its lock over', async () => {
    const suspended = await acquireLock(path)
    await createStaleLock({}, claimOf(path, await readlink(path)))
    await expect(suspended.assertHeld()).rejects.toThrow('was taken over')
    await suspended.release()
  })
})
