import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { restoreInterrupted, withNodeModulesBackup } from './node-modules-backup.mjs'

/** The root and packages at both depths: npm installs a version in a package that differs from the root's. */
const FOLDERS = ['.', 'shell', 'tooling/cli/src/release']
let root

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'canje-backup-'))
  for (const folder of FOLDERS) {
    await mkdir(join(root, folder), { recursive: true })
    await writeFile(join(root, folder, 'package.json'), '{}')
  }
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
const backups = async () => (await readdir(root, { recursive: true })).filter((name) => name.includes('.node_modules'))

it('starts an installation without node_modules, and deletes the old one on success', async () => {
  const outcome = await withNodeModulesBackup(root, async () => {
    expect(existsSync(join(root, 'node_modules'))).toBe(false)
    await install('new')
    return true
  })
  expect(outcome).toEqual({ succeeded: true, restored: false })
  expect(await installed()).toEqual(FOLDERS.map(() => 'new'))
  expect(await backups()).toEqual([])
})

it.each([
  ['fails', async () => false],
  ['throws', () => Promise.reject(new Error('stopped'))],
])('restores everything when the installation %s', async (_outcome, end) => {
  const installing = withNodeModulesBackup(root, async () => {
    await install('half', ['.'])
    return end()
  })
  const outcome = await installing.catch(({ message }) => message)
  expect(['stopped', { succeeded: false, restored: true }]).toContainEqual(outcome)
  expect(await installed()).toEqual(FOLDERS.map(() => 'old'))
  expect(await backups()).toEqual([])
})

const endedProcess = () => execFileSync(process.execPath, ['-p', 'process.pid'], { encoding: 'utf8' }).trim()

/** Creates the backups that a process leaves if it is killed while it installs. */
async function interrupt(pid = endedProcess()) {
  for (const folder of FOLDERS) {
    await rename(join(root, folder, 'node_modules'), join(root, folder, `.node_modules-${pid}`))
  }
}

it.each([
  ['whose process id is free', endedProcess],
  ['whose process id this process now has, as in a restarted container', () => process.pid],
])('restores the backups of a killed installation %s', async (_process, pid) => {
  await interrupt(pid())
  await install('half', ['.'])
  await restoreInterrupted(root)
  expect(await installed()).toEqual(FOLDERS.map(() => 'old'))
  expect(await backups()).toEqual([])
})

it('keeps the new packages of a complete installation that was killed', async () => {
  await interrupt()
  await install('new')
  await complete()
  await restoreInterrupted(root)
  expect(await installed()).toEqual(FOLDERS.map(() => 'new'))
  expect(await backups()).toEqual([])
})

it('does not disturb the installation of another process, and starts no second one', async () => {
  await interrupt(process.ppid)
  await restoreInterrupted(root)
  const second = withNodeModulesBackup(root, () => expect.unreachable())
  await expect(second).rejects.toThrow(`Process ${process.ppid} is installing dependencies`)
  expect(existsSync(join(root, 'node_modules'))).toBe(false)
})

it('reports no restoration when nothing was installed', async () => {
  for (const folder of FOLDERS) await rm(join(root, folder, 'node_modules'), { recursive: true })
  expect(await withNodeModulesBackup(root, async () => false)).toEqual({ succeeded: false, restored: false })
})
