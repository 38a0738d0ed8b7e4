import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline/promises'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { lockDirectory } from './directory-lock'

let folder: string
let directory: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'reference-backend-lock-'))
  directory = join(folder, 'x'.repeat(200))
  await mkdir(directory)
})

const inUse = `process ${process.pid} on ${hostname()} is using the directory; stop that process`

it('excludes others until it is released, also by a link and with a long path', async () => {
  await symlink(directory, join(folder, 'link'))
  const release = lockDirectory(directory)
  expect(() => lockDirectory(directory)).toThrow(inUse)
  expect(() => lockDirectory(join(folder, 'link'))).toThrow(inUse)
  release()
  lockDirectory(join(folder, 'link'))()
})

it('is not held by a process that only has the id of an earlier holder', async () => {
  await writeFile(join(directory, 'backend.lock'), `process ${process.ppid} on ${hostname()}, which ended long ago`)
  const release = lockDirectory(directory)
  expect(await readFile(join(directory, 'backend.lock'), 'utf8')).toBe(`process ${process.pid} on ${hostname()}`)
  release()
})

const onLinux = { skip: process.platform !== 'linux', meta: { skipReason: 'Only Linux needs the command flock.' } }
describe('a system that cannot lock files', onLinux, () => {
  afterEach(() => vi.unstubAllEnvs())

  it.each([
    ['without the command', undefined, /^cannot run the command flock \([^\n]+\): install the package util-linux$/],
    [
      'with a file system that refuses it',
      '#!/bin/sh\necho "flock: 3: Not supported" >&2; exit 1',
      /^the file system cannot lock [^\n]+backend\.lock \(flock: 3: Not supported\); set DATA_DIR to one that can$/,
    ],
  ])('%s is named', async (_case, command, message) => {
    vi.stubEnv('PATH', folder)
    if (command) await writeFile(join(folder, 'flock'), command)
    if (command) await chmod(join(folder, 'flock'), 0o700)
    expect(() => lockDirectory(directory)).toThrow(message)
  })
})

/** Starts a process as containers do: it has the id 1, sees no other one, and has a network of its own. */
const CONTAINER = ['unshare', '--map-root-user', '--pid', '--fork', '--mount-proc', '--net', '--kill-child'] as const
const [unshare, ...options] = CONTAINER
const inContainers = {
  skip: spawnSync(unshare, [...options, 'true']).status !== 0,
  meta: { skipReason: 'This system lets the user create no namespaces.' },
}

describe('two containers on one directory', inContainers, () => {
  const ROUNDS = process.env.LONG_TESTS ? 100 : 10
  let containers: [Container, Container]
  beforeEach(async () => {
    containers = [startContainer(), startContainer()]
    for (const { print } of containers) expect(await print()).toBe('process 1')
  })
  afterEach(async () => {
    for (const { child } of containers) child.kill('SIGKILL')
    await Promise.all(containers.map(({ closed }) => closed))
  })

  /** Both lock the directory at the same time. */
  async function race(): Promise<{ owner: Container; other: Container }> {
    const [one, two] = containers
    const printed = await Promise.all([one.send('lock'), two.send('lock')])
    expect(printed).toEqual(expect.arrayContaining(['locked', expect.stringContaining('is using the directory')]))
    return printed[0] === 'locked' ? { owner: one, other: two } : { owner: two, other: one }
  }

  it('have one owner, and a stopped owner keeps the directory until it is killed', async () => {
    for (let round = 0; round < ROUNDS; round++) expect(await (await race()).owner.send('release')).toBe('released')
    const { owner, other } = await race()
    const pid = Number(await readFile(`/proc/${owner.child.pid}/task/${owner.child.pid}/children`, 'utf8'))
    process.kill(pid, 'SIGSTOP')
    expect(await other.send('lock')).toBe(`process 1 on ${hostname()} is using the directory; stop that process`)
    process.kill(pid, 'SIGKILL')
    await owner.closed
    expect(await other.send('lock')).toBe('locked')
  })
})

interface Container {
  child: ChildProcess
  closed: Promise<unknown>
  /** Resolves with the next line on its standard output. */
  print(): Promise<string>
  /** Sends a command, and resolves with the line that the container prints then. */
  send(command: 'lock' | 'release'): Promise<string>
}

const program = `
  import { createInterface } from 'node:readline'
  import { lockDirectory } from '${new URL('directory-lock.ts', import.meta.url)}'
  console.log('process ' + process.pid)
  let release
  for await (const command of createInterface({ input: process.stdin }))
    try {
      if (command === 'lock') release = lockDirectory(process.argv[1])
      else release()
      console.log(command === 'lock' ? 'locked' : 'released')
    } catch (error) {
      console.log(error.message)
    }`

/** Starts a container whose process locks the directory, and releases it, by command on its standard input. */
function startContainer(): Container {
  const args = [...options, process.execPath, '--import', 'tsx', '--input-type=module', '--eval', program, directory]
  const child = spawn(unshare, args, { stdio: ['pipe', 'pipe', 'ignore'] })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const print = async () => {
    const { value, done } = await lines.next()
    if (done) throw new Error('The container ended.')
    return value
  }
  return {
    child,
    closed: once(child, 'close'),
    print,
    send(command) {
      child.stdin.write(`${command}\n`)
      return print()
    },
  }
}
