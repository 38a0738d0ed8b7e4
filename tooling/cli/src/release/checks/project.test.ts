import { mkdir, mkdtemp, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildId } from '@canje/build'
import { exampleRelease } from '@canje/registry/testing'
import { ROOT } from 'repo'
import { beforeEach, expect, it } from 'vitest'
import { readPackage } from '../../project'
import { step } from '../progress'
import { buildRemote, moduleMissing } from './build'
import { testRemote } from './tests'
import { checkTypes } from './types'

const { signal } = new AbortController()
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-project-'))
  await symlink(join(ROOT, 'node_modules'), join(folder, 'node_modules'))
  await mkdir(join(folder, 'src'))
  await write('package.json', JSON.stringify({ name: 'mf-broken', version: '1.0.0', type: 'module' }))
})

const write = (path: string, content: string) => writeFile(join(folder, path), content)
const findingsOf = async (check: typeof buildRemote | typeof checkTypes | typeof testRemote) =>
  (await step<unknown>('Check', () => check(readPackage(folder), signal))).findings

it('quotes the compiler errors of a remote that does not build', async () => {
  await write('rspack.config.ts', "throw new Error('no such loader')")
  const [finding, ...others] = await findingsOf(buildRemote)
  expect(others).toEqual([])
  expect(finding).toMatchObject({ code: 'build-failed', fix: expect.stringContaining('npm run build') })
  expect(finding?.message).toContain('no such loader')
})

/** Writes a build that is up to date. */
async function writeDist(entry: string) {
  await mkdir(join(folder, 'dist'))
  const { integrity: _, ...release } = exampleRelease({
    build: buildId(folder),
    entry: 'main.js',
    preload: ['main.js'],
  })
  await write('dist/release.json', JSON.stringify({ name: 'mf-broken', ...release }))
  await write('dist/main.js', entry)
}

it('refuses a build whose loader has no hashes of chunks', async () => {
  await writeDist("window['mf-broken@abc123'] = load('details.js')")
  await write('dist/details.js', 'details()')
  expect(await findingsOf(buildRemote)).toEqual([
    expect.objectContaining({ code: 'chunk-unverified', message: expect.stringContaining('details.') }),
  ])
})

it('rejects a build that contains a link', async () => {
  await writeDist('')
  await symlink(join(folder, 'package.json'), join(folder, 'dist/logo.txt'))
  const [finding, ...others] = await findingsOf(buildRemote)
  expect(others).toEqual([])
  expect(finding).toMatchObject({ code: 'build-failed', fix: expect.stringContaining('publish') })
  expect(finding?.message).toContain(`${join(folder, 'dist/logo.txt')} is a symbolic link`)
})

it('rejects a build that does not expose its tab, or the module of a slot', () => {
  const extension = { slot: 'detalle', preload: ['slot.js'] }
  const missing = (preload: string[], ofSlot: string[]) =>
    moduleMissing({ name: 'mf-codes', preload, extensions: [{ ...extension, preload: ofSlot }] })
  expect(missing(['Tab.js'], ['slot.js'])).toEqual([])
  expect(missing([], ['slot.js'])).toMatchObject([{ code: 'tab-missing', message: expect.stringContaining('./Tab') }])
  expect(missing(['Tab.js'], [])).toMatchObject([
    { code: 'tab-missing', message: expect.stringContaining('./detalle') },
  ])
})

it('quotes the compiler on wrong types, and needs a tsconfig.json', async () => {
  expect(await findingsOf(checkTypes)).toMatchObject([
    { code: 'types-failed', message: 'mf-broken has no tsconfig.json.' },
  ])
  await write('tsconfig.json', '{ "compilerOptions": { "strict": true, "types": [] }, "include": ["src"] }')
  await write('src/Tab.ts', "export const columns: number = '3'\n")
  expect(await findingsOf(checkTypes)).toMatchObject([
    { code: 'types-failed', message: expect.stringMatching(/^src\/Tab\.ts\(1,14\): error TS2322/) },
  ])
})

it('names the tests that fail', async () => {
  const test = (name: string, actual: number) => `it('${name}', () => expect(${actual}).toBe(1))\n`
  const passing = `import { expect, it } from 'vitest'\n${test('passes', 1)}`
  await write('src/tab.test.ts', `${passing}${test('counts codes', 2)}`)
  const [finding] = await findingsOf(testRemote)
  expect(finding).toMatchObject({ code: 'tests-failed', fix: expect.stringContaining('npm test') })
  expect(finding?.message).toBe(
    'Of the tests of mf-broken, 1 failed and 1 passed.\n' +
      'src/tab.test.ts counts codes\n  AssertionError: expected 2 to be 1 // Object.is equality',
  )
})

it('rejects a remote without tests, or whose tests are all skipped', async () => {
  const finding = { code: 'tests-failed', message: 'mf-broken has no tests.', fix: expect.stringMatching(/^Write one/) }
  expect(await findingsOf(testRemote)).toEqual([finding])
  await write('src/tab.test.ts', "import { it } from 'vitest'\nit.skip('counts codes', () => undefined)\n")
  expect(await findingsOf(testRemote)).toMatchObject([
    { code: 'tests-failed', message: expect.stringMatching(/^Of the tests of mf-broken, 0 failed and 0 passed/) },
  ])
})

it('quotes the end of the output when no test has failed', async () => {
  await write('vitest.config.ts', "console.log('line\\n'.repeat(40)); throw new Error('no such plugin')")
  const [finding] = await findingsOf(testRemote)
  expect(finding?.message).toMatch(/^Of the tests of mf-broken, 1 failed and 0 passed\.\n(.*\n){19}.*$/)
  expect(finding?.message).toContain('no such plugin')
})
