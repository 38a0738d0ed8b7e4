import { cp, mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import { buildId, buildInputs } from './build-inputs'

const ROOT = join(import.meta.dirname, '../../..')
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'canje-build-inputs-'))
  await write('src/Tab.tsx')
  await writeManifest('.', { dependencies: { grid: '^1.0.0' } })
  await writeManifest('node_modules/grid', { dependencies: { cells: '^1.0.0' } })
})

async function write(path: string) {
  await mkdir(dirname(join(directory, path)), { recursive: true })
  await writeFile(join(directory, path), path)
}

/** Writes a package.json; by default, of version 1.0.0. */
async function writeManifest(path: string, manifest: object = {}) {
  await mkdir(join(directory, path), { recursive: true })
  const text = JSON.stringify({ name: path.replace('node_modules/', ''), version: '1.0.0', ...manifest })
  await writeFile(join(directory, path, 'package.json'), text)
}

it.each(['src/columns.ts', 'src/tab.css', 'rspack.config.ts', '.browserslistrc'])(
  'changes the build id when %s is added',
  async (path) => {
    const before = buildId(directory)
    await write(path)
    expect(buildId(directory)).not.toBe(before)
  },
)

it.each([
  '.data/remotes/mf-codes/live.json',
  'package-lock.json',
  'release-key.pem',
  'README.md',
  'vitest.config.ts',
  'dist/release.json',
  'node_modules/x/index.js',
  'tests/table.test.ts',
  'src/testing/setup.ts',
  'src/Tab.test.tsx',
])('keeps the build id when %s is added', async (path) => {
  const before = buildId(directory)
  await write(path)
  expect(buildId(directory)).toBe(before)
})

const inputsOf = (name: string) => buildInputs(join(ROOT, name)).map((file) => relative(ROOT, file))

it('has the shared sources as inputs, without documentation and tests', () => {
  const inputs = inputsOf('mf-codes')
  const shared = [
    'tooling/build-config/package.json',
    'tooling/build-config/src/chunks.ts',
    'tooling/build-config/src/bundled-text-loader.js',
    'shared-auth/src/index.ts',
    'large-table/src/worker/worker.ts',
  ]
  expect(inputs).toEqual(expect.arrayContaining(['mf-codes/package.json', 'package-lock.json', ...shared]))
  expect(inputs.filter((file) => /\.test\.|\.md$|^shared-auth\/(api-report|releases)/.test(file))).toEqual([])
})

it('builds the toasts and providers of shared-ui/host into the shell only', () => {
  const hostFiles = (name: string) => inputsOf(name).filter((file) => file.startsWith('shared-ui/src/host/'))
  expect(hostFiles('shell').length).toBeGreaterThan(3)
  expect(hostFiles('mf-codes')).toEqual([])
})

it.each<[string, string, boolean]>([
  ['a dependency', 'node_modules/grid', true],
  ['a dependency of a dependency', 'node_modules/cells', true],
  ['another package', 'node_modules/vitest', false],
])('depends on the installed version of %s: %s', async (_which, path, expected) => {
  await writeManifest(path)
  const before = buildId(directory)
  await writeManifest(path, { version: '1.0.1', ...(path.endsWith('grid') && { dependencies: { cells: '^1.0.0' } }) })
  expect(buildId(directory) !== before).toBe(expected)
})

it('is the same in another folder', async () => {
  const copy = await mkdtemp(join(tmpdir(), 'canje-build-inputs-'))
  await cp(directory, copy, { recursive: true })
  expect(buildId(copy)).toBe(buildId(directory))
})
