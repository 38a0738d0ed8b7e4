import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { lockDirectory } from './directory-lock'

const unusedPid = 2 ** 22 + 1
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'reference-backend-lock-'))
})
afterEach(() => rm(directory, { recursive: true }))

const leaveStale = (content = `${unusedPid}\n`) => writeFile(join(directory, 'backend.pid'), content)

describe.each([
  ['an unlocked directory', async () => undefined],
  ['a directory with the lock of an ended process', () => leaveStale()],
  ['a directory with a lock emptied by a crash of the machine', () => leaveStale('')],
  [
    'a directory with a stale lock, whose removal was killed',
    async () => {
      await leaveStale()
      const { ino, mtimeNs } = await stat(join(directory, 'backend.pid'), { bigint: true })
      await writeFile(join(directory, `backend.pid.${ino}-${mtimeNs}`), `${unusedPid}\n`)
    },
  ],
])('%s', (name, prepare) => {
  it('is locked by one of two concurrent callers, and has no files after the release', async () => {
    await prepare()

    const [first, second] = await Promise.allSettled([lockDirectory(directory), lockDirectory(directory)])

    if (first.status === 'rejected') throw first.reason
    expect(second).toMatchObject({
      status: 'rejected',
      reason: { message: expect.stringContaining('is using the directory') },
    })
    expect(await readFile(join(directory, 'backend.pid'), 'utf8')).toBe(`${process.pid}\n`)
    await first.value()
    expect(await readdir(directory)).toEqual([])
    await (await lockDirectory(directory))()
  })

  // By default for the state that takes all steps: each process takes a second to start.
  if (process.env.LONG_TESTS || name.endsWith('was killed'))
    it('is locked by one of several concurrent processes', async () => {
      await prepare()
      const processes = Array.from({ length: process.env.LONG_TESTS ? 3 : 2 }, () => startLocker(directory))
      await Promise.all(processes.map(({ waitForLine }) => waitForLine('ready')))

      for (const { child } of processes) child.stdin?.write('go\n')
      const results = await Promise.all(processes.map(({ waitForLine }) => waitForLine('locked', 'refused')))

      expect(results.filter((result) => result === 'locked')).toHaveLength(1)
      for (const { child } of processes) child.stdin?.end()
      await Promise.all(processes.map(({ child }) => child.exitCode ?? once(child, 'exit')))
    })
})

const locker = `
  import { once } from 'node:events'
  import { lockDirectory } from '${new URL('directory-lock.ts', import.meta.url)}'
  console.log('ready')
  await once(process.stdin, 'data')
  console.log(await lockDirectory(process.argv[1]).then(() => 'locked', () => 'refused'))
  process.stdin.resume()`

interface Locker {
  child: ChildProcess
  /** Resolves with the first of these lines on its standard output. */
  waitForLine(...lines: string[]): Promise<string>
}

/** Starts a process that locks the directory on its first input, and holds the lock until its standard input ends. */
function startLocker(directory: string): Locker {
  const args = ['--import', 'tsx', '--input-type=module', '--eval', locker, directory]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const printed = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return {
    child,
    waitForLine: async (...lines) => {
      for (;;) {
        const { value, done } = await printed.next()
        if (done) throw new Error(`The process ended without printing ${lines.join(' or ')}.`)
        if (lines.includes(value)) return value
      }
    },
  }
}
