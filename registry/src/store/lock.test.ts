import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, readlinkSync } from 'node:fs'
import { mkdir, readdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { temporaryFolder } from '../testing/store'
import { acquireLock, withLock } from './lock'
import { type Owner, ownerHere } from './lock-file'

const fileSystem = vi.hoisted((): { linkError: Error | undefined } => ({ linkError: undefined }))
vi.mock(import('node:fs/promises'), async (original) => {
  const actual = await original()
  return {
    ...actual,
    link: (...args) => (fileSystem.linkError ? Promise.reject(fileSystem.linkError) : actual.link(...args)),
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
  fileSystem.linkError = undefined
  await rm(folder, { recursive: true })
})

const ownerIn = async (file = path): Promise<Owner> => JSON.parse(await readFile(file, 'utf8'))
const take = async () => (await acquireLock(path, 0)).release()

async function age(file: string, seconds: number) {
  const then = new Date(Date.now() - seconds * 1000)
  await utimes(file, then, then)
}

/** Leaves a lock of a process that did not release it. */
async function leave(changes: Partial<Owner>, file = path) {
  const owner = { ...ownerHere(), ...changes }
  await writeFile(file, JSON.stringify(owner))
  return owner
}

/** Where process ids mean something else: another boot (1) or namespace (2) than here. */
function inSpace(field: 1 | 2, other: string): string {
  return ownerHere().processSpace.split(' ').with(field, other).join(' ')
}

/** The process id of a process that has ended. */
async function endedProcess(): Promise<number> {
  const child = spawn(process.execPath, ['-e', ''])
  await once(child, 'exit')
  return child.pid ?? 0
}

it.runIf(process.platform === 'linux')('says where its process id means something: this boot, this namespace', () => {
  const bootId = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim()
  expect(ownerHere().processSpace.split(' ')).toEqual([hostname(), bootId, readlinkSync('/proc/self/ns/pid')])
})

it('says so where the file system has no hard links, and leaves nothing behind', async () => {
  fileSystem.linkError = Object.assign(new Error('operation not permitted, link'), { code: 'EPERM' })
  await expect(take()).rejects.toThrow(`${path} cannot be made: its file system has no hard links`)
  expect(await readdir(folder)).toEqual([])
})

it('names its owner while it is held, and leaves nothing behind', async () => {
  await withLock(path, async () => {
    expect(await ownerIn()).toMatchObject({ pid: process.pid, host: hostname() })
  })
  expect(await readdir(folder)).toEqual([])
})

it('is free again after a failure', async () => {
  await expect(withLock(path, () => Promise.reject(new Error('full')))).rejects.toThrow('full')
  await take()
})

it('is held by one of many at a time, also when they find a lock that was left', async () => {
  await leave({ pid: await endedProcess() })
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

it('says who holds it, and what to do', async () => {
  const held = await acquireLock(path)
  await expect(acquireLock(path, 0)).rejects.toThrow(
    new RegExp(
      `is held by process ${process.pid} on ${hostname()}, which has waited for it or held it since 2.*touched 0 s ago\\. .*stop it`,
    ),
  )
  expect(await readdir(folder)).toHaveLength(2)
  await held.release()
})

describe('is taken over at once', () => {
  it('from a process that has ended', async () => {
    await leave({ pid: await endedProcess() })
    await take()
  })

  it('from a process whose id another process has by now', async () => {
    await leave({ processStart: '1' })
    await take()
  })

  it.runIf(process.platform === 'linux')('from a process that has ended and is not waited for', async () => {
    const shell = spawn('sh', ['-c', 'sleep 60 & echo $!; exec sleep 60'], { stdio: ['ignore', 'pipe', 'inherit'] })
    const pid = Number((await once(shell.stdout, 'data')).join(''))
    await leave({ pid, processStart: null })
    await expect(acquireLock(path, 0)).rejects.toThrow(`held by process ${pid}`)
    process.kill(pid, 'SIGKILL')
    await expect.poll(() => take().then(() => 'taken')).toBe('taken')
    shell.kill()
  })

  it('from a process that was killed while it took it over', async () => {
    const pid = await endedProcess()
    const { token } = await leave({ pid })
    const claim = await leave({ pid }, `${path}.${token}`)
    await leave({ pid }, `${path}.${token}.${claim.token}`)
    await take()
    expect(await readdir(folder)).toEqual([])
  })
})

describe.each<[string, () => Promise<unknown>, string]>([
  ['of another machine', () => leave({ host: 'build-7', pid: 1, processSpace: 'build-7' }), 'process 1 on build-7'],
  [
    'of another container here',
    async () => leave({ pid: await endedProcess(), processSpace: inSpace(2, 'pid:[1]') }),
    'process',
  ],
  [
    'of the time before a restart',
    async () => leave({ pid: await endedProcess(), processSpace: inSpace(1, 'boot') }),
    'process',
  ],
  ['of a process here', () => leave({}), `process ${process.pid}`],
  ['that names no owner', () => writeFile(path, ''), 'another release'],
  ['of an earlier version', () => mkdir(path), 'another release'],
])('a lock %s', (_what, leaveOne, owner) => {
  beforeEach(leaveOne)

  it('is kept while it is fresh', async () => {
    await age(path, 20)
    await expect(acquireLock(path, 0)).rejects.toThrow(`held by ${owner}`)
  })

  it('is taken over when it was not touched for half a minute', async () => {
    await age(path, 31)
    await take()
    expect(await readdir(folder)).toEqual([])
  })
})

it('is not taken over while another process does so', async () => {
  const { token } = await leave({ pid: await endedProcess() })
  await leave({}, `${path}.${token}`)
  await expect(acquireLock(path, 0)).rejects.toThrow('is held by')
})

it('is touched by its holder', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const held = await acquireLock(path)
  await age(path, 31)
  vi.advanceTimersByTime(3_000)
  await expect.poll(async () => (await stat(path)).mtimeMs).toBeGreaterThan(Date.now() - 20_000)
  await expect(acquireLock(path, 0)).rejects.toThrow('is held by')
  await held.release()
})

describe('a holder that was suspended', () => {
  it('notices that its lock was taken over, and leaves it to the new holder', async () => {
    const suspended = await acquireLock(path)
    await age(path, 31)
    const held = await acquireLock(path, 0)
    await expect(suspended.assertHeld()).rejects.toThrow('was taken over')
    await suspended.release()
    await held.assertHeld()
    await held.release()
    expect(await readdir(folder)).toEqual([])
  })

  it('keeps its lock if nobody took it over, and no longer loses it', async () => {
    const suspended = await acquireLock(path)
    await age(path, 31)
    await suspended.assertHeld()
    await expect(acquireLock(path, 0)).rejects.toThrow('is held by')
    await suspended.release()
  })

  it('does not go on while another process takes its lock over', async () => {
    const suspended = await acquireLock(path)
    await leave({}, `${path}.${(await ownerIn()).token}`)
    await expect(suspended.assertHeld()).rejects.toThrow('was taken over')
    await suspended.release()
  })
})

it('deletes what killed processes left an hour ago, and nothing else', async () => {
  const { token } = ownerHere()
  const leftovers = [`.lock.${token}`, `.lock.${token}.draft`, `.lock.12-34.${token}`]
  const others = ['.lock.json', '.lockfile', 'registry.json']
  for (const name of [...leftovers, ...others]) {
    await writeFile(join(folder, name), '')
    await age(join(folder, name), 3_700)
  }
  await writeFile(join(folder, `.lock.${'0'.repeat(16)}.draft`), '')
  await take()
  expect((await readdir(folder)).sort()).toEqual([`.lock.${'0'.repeat(16)}.draft`, ...others])
})
