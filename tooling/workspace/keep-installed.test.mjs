import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepingInstalled, restoreInterrupted } from './keep-installed.mjs'

/** In the root and in one of its packages: npm puts a version there that differs from the root's. */
const FOLDERS = ['.', 'release']
let root

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'canje-kept-'))
  await mkdir(join(root, 'release'))
  await writeFile(join(root, 'release/package.json'), '{}')
  await install('old')
})
afterEach(() => rm(root, { recursive: true }))

async function install(content, folders = FOLDERS) {
  for (const folder of folders) {
    await mkdir(join(root, folder, 'node_modules'), { recursive: true })
    await writeFile(join(root, folder, 'node_modules/a.js'), content)
  }
}

const complete = () => writeFile(join(root, 'node_modules/.package-lock.json'), '{}')
const installed = () => Promise.all(FOLDERS.map((folder) => readFile(join(root, folder, 'node_modules/a.js'), 'utf8')))
const leftOver = async () => (await readdir(root, { recursive: true })).filter((name) => name.includes('.node_modules'))

it('lets an installation begin with nothing, and drops the old one when it succeeds', async () => {
  const outcome = await keepingInstalled(root, async () => {
    expect(existsSync(join(root, 'node_modules'))).toBe(false)
    await install('new')
    return true
  })
  expect(outcome).toEqual({ succeeded: true, putBack: false })
  expect(await installed()).toEqual(['new', 'new'])
  expect(await leftOver()).toEqual([])
})

it.each([
  ['fails', async () => false],
  ['throws', () => Promise.reject(new Error('stopped'))],
])('puts everything back when the installation %s', async (_how, end) => {
  const keeping = keepingInstalled(root, async () => {
    await install('half', ['.'])
    return end()
  })
  const outcome = await keeping.catch(({ message }) => message)
  expect(['stopped', { succeeded: false, putBack: true }]).toContainEqual(outcome)
  expect(await installed()).toEqual(['old', 'old'])
  expect(await leftOver()).toEqual([])
})

const endedProcess = () => execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim()

/** Leaves what a process leaves that is killed while it installs. */
async function interrupt(gone = endedProcess()) {
  for (const folder of FOLDERS) {
    await rename(join(root, folder, 'node_modules'), join(root, folder, `.node_modules-${gone}`))
  }
}

it.each([
  ['whose process id is free', endedProcess],
  ['whose process id is now that of this process, as in a restarted container', () => process.pid],
])('puts back what an installation left aside that was killed, %s', async (_whose, pid) => {
  await interrupt(pid())
  await install('half', ['.'])
  await restoreInterrupted(root)
  expect(await installed()).toEqual(['old', 'old'])
  expect(await leftOver()).toEqual([])
})

it('keeps the new packages of an installation that was killed when it was complete', async () => {
  await interrupt()
  await install('new')
  await complete()
  await restoreInterrupted(root)
  expect(await installed()).toEqual(['new', 'new'])
  expect(await leftOver()).toEqual([])
})

it('leaves an installation alone that another process makes, and starts none beside it', async () => {
  await interrupt(process.ppid)
  await restoreInterrupted(root)
  const second = keepingInstalled(root, () => expect.unreachable())
  await expect(second).rejects.toThrow(`Process ${process.ppid} is installing dependencies`)
  expect(existsSync(join(root, 'node_modules'))).toBe(false)
})

it('does not say that something was put back when nothing was installed', async () => {
  for (const folder of FOLDERS) await rm(join(root, folder, 'node_modules'), { recursive: true })
  expect(await keepingInstalled(root, async () => false)).toEqual({ succeeded: false, putBack: false })
})
