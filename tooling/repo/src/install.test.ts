import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { beforeEach, describe, expect, it } from 'vitest'
import { ownEnvironment } from './testing/product'
import { ROOT } from './workspace'

const LIST = 'node_modules/.package-lock.json'
const axios = { version: '1.21.1', integrity: 'sha512-a' }
const link = { resolved: 'mf-codes', link: true }
const WANTED = {
  '': { version: '1.0.0' },
  'mf-codes': { version: '1.0.0' },
  'node_modules/axios': axios,
  'node_modules/mf-codes': link,
  'node_modules/fsevents': { ...axios, optional: true },
}
const INSTALLED = { 'mf-codes': { version: '1.1.0' }, 'node_modules/axios': axios, 'node_modules/mf-codes': link }
/** A reason of npm, which is not the line with its code. */
const REFUSED = "console.error('npm error code ECONNREFUSED\\nnpm error connect ECONNREFUSED'); process.exitCode = 1"

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'canje install #1 ñ-'))
  await mkdir(join(root, 'tooling/repo'), { recursive: true })
  await cp(join(ROOT, 'tooling/repo/install.mjs'), join(root, 'tooling/repo/install.mjs'))
  await writeFile(join(root, 'package-lock.json'), JSON.stringify({ packages: WANTED }))
  for (const name of ['.bin', 'axios', 'mf-codes', 'left-over'])
    await mkdir(join(root, 'node_modules', name), { recursive: true })
})

const list = (packages: object) => writeFile(join(root, LIST), JSON.stringify({ packages }))

/** Starts the program with an npm that runs this code. */
async function start(npm: string) {
  await writeFile(join(root, 'npm.cjs'), `require('fs').appendFileSync('called', process.argv[2] + '\\n'); ${npm}`)
  const env = { ...ownEnvironment(), npm_execpath: join(root, 'npm.cjs'), npm_config_workspace: 'mf-codes' }
  const cwd = join(root, 'node_modules')
  return spawn(process.execPath, [join(root, 'tooling/repo/install.mjs')], {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

async function install(npm = '') {
  const child = await start(npm)
  const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  const called = existsSync(join(root, 'called')) ? await readFile(join(root, 'called'), 'utf8') : ''
  return { code: child.exitCode, stdout, stderr, called: called.split('\n').filter(Boolean) }
}

const SILENT = { code: 0, stdout: '', stderr: '', called: [] }

it('does nothing when the packages match, whatever the versions of workspaces and packages of other platforms', async () => {
  await list({ ...INSTALLED, 'node_modules/left-over': axios })
  expect(await install()).toEqual(SILENT)
})

describe('runs npm ci, with standard error only,', () => {
  it.each([
    ['in a fresh clone, or after an interrupted installation, which have no list', undefined],
    ['after a list that was cut', '{"packages":'],
    ['for another version', { ...INSTALLED, 'node_modules/axios': { ...axios, version: '1.21.0' } }],
    [
      'for another version for this platform',
      { ...INSTALLED, 'node_modules/fsevents': { ...axios, version: '1.21.0' } },
    ],
    ['for another content', { ...INSTALLED, 'node_modules/axios': { ...axios, integrity: 'sha512-b' } }],
    ['for a new workspace', { 'node_modules/axios': axios }],
  ])('%s', async (_case, installed) => {
    if (typeof installed === 'string') await writeFile(join(root, LIST), installed)
    else if (installed) await list(installed)
    const { called, ...ended } = await install("console.log('added 2 packages')")
    expect(called.at(-1)).toBe('ci')
    expect(ended).toEqual({ code: 0, stdout: '', stderr: 'Installing dependencies (npm ci) …\n' })
  })

  it('for a package that is listed but was deleted', async () => {
    await list(INSTALLED)
    await rm(join(root, 'node_modules/axios'), { recursive: true })
    expect((await install()).called).toEqual(['ping', 'ci'])
  })

  it('for commands that were deleted', async () => {
    await list(INSTALLED)
    await rm(join(root, 'node_modules/.bin'), { recursive: true })
    expect((await install()).called).toEqual(['ci'])
  })

  it('for all workspaces, when the script is of one', async () => {
    expect(await install('if (process.env.npm_config_workspace) process.exitCode = 1')).toMatchObject({ code: 0 })
  })
})

it('keeps outdated packages, with a warning, while the npm registry is unreachable', async () => {
  await list({})
  const { called, ...ended } = await install(REFUSED)
  expect(called).toEqual(['ping'])
  expect(ended).toEqual({ code: 0, stdout: '', stderr: expect.stringMatching(/^No npm registry: .*\n$/) })
})

it('installs from a registry that answers without a ping', async () => {
  await list({})
  const noPing = "if (process.argv[2] === 'ping') { console.error('npm error code E404'); process.exitCode = 1 }"
  expect(await install(noPing)).toMatchObject({ code: 0, called: ['ping', 'ci'] })
})

it('says in one line why nothing could be installed', async () => {
  const { code, stderr } = await install(REFUSED)
  expect(stderr.split('\n')[1]).toBe('Dependencies could not be installed (npm ci). npm error connect ECONNREFUSED')
  expect(code).toBe(1)
})

it('ends npm when it is stopped, so that a second run installs alone', async () => {
  const child = await start("require('fs').writeFileSync('pid', String(process.pid)); setInterval(() => {}, 1000)")
  await expect.poll(() => existsSync(join(root, 'pid')) && readFile(join(root, 'pid'), 'utf8')).toBeTruthy()
  const pid = Number(await readFile(join(root, 'pid'), 'utf8'))
  child.kill('SIGTERM')
  await once(child, 'exit')
  expect(child.exitCode).toBe(130)
  await expect.poll(() => isRunning(pid)).toBe(false)
})

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
