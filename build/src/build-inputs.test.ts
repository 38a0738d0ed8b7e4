import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { buildId, buildInputs, commitOf, lockedPackages, sharedUiId } from './build-inputs'

const ROOT = join(import.meta.dirname, '../..')
let directory: string

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'canje-build-inputs-'))
  await write('src/Tab.tsx')
})
afterEach(() => rm(directory, { recursive: true }))

async function write(path: string) {
  await mkdir(dirname(join(directory, path)), { recursive: true })
  await writeFile(join(directory, path), path)
}

it.each(['src/columns.ts', 'src/tab.css', 'package.json', 'rspack.config.ts', '.browserslistrc'])(
  'changes the build id when %s is added',
  async (path) => {
    const before = buildId(directory)
    await write(path)
    expect(buildId(directory)).not.toBe(before)
  },
)

it.each([
  '.git/objects/00/1',
  '.data/releases/registry.json',
  'README.md',
  'vitest.config.ts',
  'dist/release.json',
  'node_modules/x/index.js',
  'tests/table.test.ts',
  'src/testing/setup.ts',
  'src/columns.test.ts',
  'src/Tab.test.tsx',
])('keeps the build id when %s is added', async (path) => {
  const before = buildId(directory)
  await write(path)
  expect(buildId(directory)).toBe(before)
})

it.each(['shell', 'mf-codes'])('%s has the shared sources as inputs, without documentation and tests', (name) => {
  const inputs = buildInputs(join(ROOT, name)).map((file) => relative(ROOT, file))
  const shared = [
    'rspack.base.ts',
    'build/src/chunks.ts',
    'build/src/bundled-text-loader.mjs',
    'shared-auth/package.json',
    'shared-auth/src/index.ts',
    'shared-ui/src/index.ts',
    'large-table/package.json',
    'large-table/src/index.ts',
    'large-table/src/worker/worker.ts',
  ]
  expect(inputs).toEqual(expect.arrayContaining([`${name}/package.json`, 'package-lock.json', ...shared]))
  expect(inputs.filter((file) => /\.test\.|\.md$|^shared-auth\/(api-report|releases)/.test(file))).toEqual([])
})

it('builds the toasts and providers of shared-ui/host into the shell only', () => {
  const hostFiles = (name: string) =>
    buildInputs(join(ROOT, name)).filter((file) => relative(ROOT, file).startsWith('shared-ui/src/host/'))
  expect(hostFiles('shell').length).toBeGreaterThan(3)
  expect(hostFiles('mf-codes')).toEqual([])
})

it.each<[string, boolean]>([
  ['node_modules/primereact', true],
  ['node_modules/papaparse', true],
  ['node_modules/react-transition-group', true],
  ['node_modules/@rspack/core', false],
  ['mf-codes', false],
  ['mf-codes/node_modules/primereact', false],
])('changes the id of shared-ui with another version of %s: %s', (folder, expected) => {
  const changed = { ...lockedPackages(), [folder]: { version: '0.0.1', dependencies: { tsx: '*' } } }
  expect(sharedUiId(changed) !== sharedUiId()).toBe(expected)
})

const MORE = { version: '0.0.1', dependencies: { tsx: '*' } }

it.each<[string, boolean]>([
  ['node_modules/react', true],
  ['node_modules/primereact', true],
  ['node_modules/@rspack/core', true],
  ['node_modules/@module-federation/enhanced', true],
  ['mf-codes/node_modules/primereact', true],
  ['mf-users/node_modules/primereact', false],
  ['node_modules/vitest', false],
])('changes the build id of mf-codes with another version of %s: %s', (folder, expected) => {
  const project = join(ROOT, 'mf-codes')
  expect(buildId(project, { ...lockedPackages(), [folder]: MORE }) !== buildId(project)).toBe(expected)
})

it('changes the build id of a project with a dependency of its own, and no other one', () => {
  const packages = lockedPackages()
  const added = {
    ...packages,
    'mf-codes': { ...packages['mf-codes'], dependencies: { ...packages['mf-codes']?.dependencies, tsx: '*' } },
  }
  const changed = (name: string) => buildId(join(ROOT, name), added) !== buildId(join(ROOT, name))
  expect(['mf-codes', 'mf-users', 'shell'].map(changed)).toEqual([true, false, false])
})

it('returns the commit that contains all inputs, and null when one is not committed', async () => {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: directory, encoding: 'utf8' }).trim()
  const inputs = ['src/Tab.tsx', 'src/columns.ts'].map((path) => join(directory, path))
  expect(commitOf(inputs)).toBeNull()
  git('init', '--quiet')
  git('config', 'user.name', 'Test')
  git('config', 'user.email', 'test@example.com')
  git('add', '.')
  git('commit', '--quiet', '--message', 'Add a tab')
  await write('README.md')
  expect(commitOf(inputs)).toBe(git('rev-parse', 'HEAD'))
  await write('src/columns.ts')
  expect(commitOf(inputs)).toBeNull()
  git('add', '.')
  expect(commitOf(inputs)).toBeNull()
  git('commit', '--quiet', '--message', 'Add columns')
  expect(commitOf(inputs)).toBe(git('rev-parse', 'HEAD'))
  await writeFile(join(directory, 'src/Tab.tsx'), 'changed')
  expect(commitOf(inputs)).toBeNull()
})
