import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { runChild } from '@canje/cli/project'
import { createKey } from '@canje/release-store'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { copyRepository } from './testing/repository-copy'
import { ROOT } from './workspace'

const TIMEOUT_MS = 600_000
/** No server listens on this port. */
const NO_REGISTRY = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }

let folder: string
let root: string
/** A folder with a fake `npm`. */
let stub: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-install-'))
  root = await copyRepository()
  stub = join(folder, 'bin')
  await mkdir(stub)
  await mkdir(join(folder, 'data'))
  await writeFile(join(folder, 'data/release-key.pem'), createKey())
})
afterAll(() => Promise.all([folder, root].map((path) => rm(path, { recursive: true }))))
beforeEach(() => outdate('another-package'))

/** Adds a package that is not installed to package-lock.json. */
async function outdate(name: string) {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  lock.packages[`node_modules/${name}`] = { version: '1.0.0', integrity: 'sha512-AAAA' }
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock))
}

/** Replaces npm with a shell script that records its calls in a file. */
async function stubNpm(script: string) {
  await writeFile(join(stub, 'npm'), `#!/bin/sh\necho "$@" >> "${folder}/called"\n${script}\n`)
  await chmod(join(stub, 'npm'), 0o755)
  await rm(join(folder, 'called'), { force: true })
}

/** Runs a command in the copy, with the first npm on PATH, and captures standard output and error separately. */
async function run(command: string, path = `${stub}${delimiter}${process.env.PATH}`) {
  const env = { PATH: path, HOME: folder, DATA_DIR: join(folder, 'data'), npm_config_cache: folder, ...NO_REGISTRY }
  const [out, error] = [join(folder, 'stdout'), join(folder, 'stderr')]
  const line = `"${process.execPath}" tooling/repo/run.mjs ${command} > "${out}" 2> "${error}"`
  const { code } = await runChild('sh', ['-c', line], { cwd: root, env })
  return { code, stdout: await readFile(out, 'utf8'), stderr: await readFile(error, 'utf8') }
}

it(
  'runs release rollback without installing anything',
  async () => {
    await stubNpm('exit 1')
    const { code, stdout, stderr } = await run('release rollback mf-codes --json')
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toMatchObject({ findings: [{ code: 'remote-unknown' }] })
    expect(code).toBe(5)
    expect(existsSync(join(folder, 'called'))).toBe(false)
  },
  TIMEOUT_MS,
)

it(
  'installs dependencies for release status if it cannot be loaded',
  async () => {
    await rm(join(root, 'node_modules/valibot'))
    await stubNpm(
      `mkdir -p node_modules; cp -a .node_modules-*/. node_modules; ln -s "${ROOT}node_modules/valibot" node_modules`,
    )
    const { code, stdout } = await run('release status --json')
    expect(JSON.parse(stdout)).toMatchObject({ command: 'status' })
    expect(code).toBe(0)
  },
  TIMEOUT_MS,
)

it(
  'writes only the command’s JSON to standard output when it installs first',
  async () => {
    await stubNpm('[ -d node_modules ] || cp -a .node_modules-* node_modules')
    const { stdout, stderr } = await run('release publish mf-nowhere --json')
    expect(JSON.parse(stdout)).toMatchObject({ command: 'publish', exitCode: 5 })
    expect(stderr).toContain('Installing dependencies')
  },
  TIMEOUT_MS,
)

it(
  'keeps the installed packages when the npm registry is unreachable',
  async () => {
    const before = await readdir(join(root, 'node_modules'))
    const { code, stderr } = await run('build', process.env.PATH)
    expect(stderr).toMatch(/Dependencies could not be installed: npm ci failed\. .*ECONNREFUSED/)
    expect(code).toBe(1)
    expect(await readdir(join(root, 'node_modules'))).toEqual(before)
    expect((await readdir(root)).filter((name) => name.startsWith('.node_modules'))).toEqual([])
  },
  TIMEOUT_MS,
)

it(
  'accepts a package-lock.json that npm version left unchanged',
  async () => {
    await writeFile(join(root, 'package-lock.json'), await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
    const manifest = join(root, 'mf-codes/package.json')
    const text = await readFile(manifest, 'utf8')
    await writeFile(manifest, text.replace(/"version": ".*"/, '"version": "1.99.0"'))
    const env = { PATH: process.env.PATH, HOME: folder, npm_config_cache: folder, ...NO_REGISTRY }
    const { code, output } = await runChild('npm', ['ci', '--dry-run', '--include=dev'], { cwd: root, env })
    expect(code, output).toBe(0)
  },
  TIMEOUT_MS,
)
