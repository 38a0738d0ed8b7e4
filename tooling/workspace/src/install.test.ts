import { existsSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createKey } from 'registry/store'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { runChild } from './child'
import { copyRepository } from './testing/repository-copy'
import { ROOT } from './workspace'

const TIMEOUT_MS = 600_000
/** Nothing listens there, and nothing is in the cache. */
const NO_REGISTRY = { npm_config_registry: 'http://127.0.0.1:9/', npm_config_fetch_retries: '0' }

let folder: string
let root: string
/** A folder with a program `npm` in place of the real one. */
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

/** Lets package-lock.json ask for a package that is not installed. */
async function outdate(name: string) {
  const lock = JSON.parse(await readFile(join(ROOT, 'package-lock.json'), 'utf8'))
  lock.packages[`node_modules/${name}`] = { version: '1.0.0', integrity: 'sha512-AAAA' }
  await writeFile(join(root, 'package-lock.json'), JSON.stringify(lock))
}

/** Puts a shell script in the place of npm that says in a file that it was called. */
async function stubNpm(script: string) {
  await writeFile(join(stub, 'npm'), `#!/bin/sh\necho "$@" >> "${folder}/called"\n${script}\n`)
  await chmod(join(stub, 'npm'), 0o755)
  await rm(join(folder, 'called'), { force: true })
}

/** Runs a command in the copy, with the npm that is first on PATH; standard output and error apart. */
async function run(command: string, path = `${stub}${delimiter}${process.env.PATH}`) {
  const env = { PATH: path, HOME: folder, DATA_DIR: join(folder, 'data'), npm_config_cache: folder, ...NO_REGISTRY }
  const [out, error] = [join(folder, 'stdout'), join(folder, 'stderr')]
  const line = `"${process.execPath}" tooling/workspace/run.mjs ${command} > "${out}" 2> "${error}"`
  const { code } = await runChild('sh', ['-c', line], { cwd: root, env })
  return { code, stdout: await readFile(out, 'utf8'), stderr: await readFile(error, 'utf8') }
}

it(
  'release rollback needs the store only, and installs nothing',
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
  'release status installs what it cannot be loaded without',
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
  'leaves standard output to the JSON of a command that installs first',
  async () => {
    await stubNpm('[ -d node_modules ] || cp -a .node_modules-* node_modules')
    const { stdout, stderr } = await run('release publish mf-nowhere --json')
    expect(JSON.parse(stdout)).toMatchObject({ command: 'publish', exitCode: 5 })
    expect(stderr).toContain('Installing dependencies')
  },
  TIMEOUT_MS,
)

it(
  'keeps what is installed when the npm registry cannot be reached',
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
  'may leave package-lock.json as it is when a package has a new version, as npm version does',
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
