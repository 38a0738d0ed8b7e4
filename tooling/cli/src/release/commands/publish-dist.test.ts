import { existsSync } from 'node:fs'
import { mkdir, rm, symlink, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore, publish as storePublish } from '@canje/release-store'
import { ROOT } from 'repo'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { ENTRY, MANIFEST, TAB, writeSmallBuild } from '../../../tests/small-build'
import { stageBuild } from '../staging'
import { openTeam } from '../testing/team'

let team: Awaited<ReturnType<typeof openTeam>>
let dist: string
beforeEach(async () => {
  team = await openTeam()
  dist = join(team.folder, 'dist')
  await writeSmallBuild(dist)
})

const write = (path: string, content: string | Buffer) => writeFile(join(dist, path), content)
const preload = (path: string) => write(path, '').then(() => manifest({ preload: [path] }))
const slot = (files: object) => manifest({ extensions: [{ slot: 'panel:premio', preload: ['chunk.js'], ...files }] })
const manifest = (changes: object) => write('release.json', JSON.stringify({ ...MANIFEST, ...changes }))
/** No shell is reachable, so that every other check must have passed where nothing else is found. */
const publish = (...args: string[]) => team.command('publish', '--dist', dist, '--shell', 'http://localhost:1', ...args)

it('checks all but the shells of a build without a browser, and runs no tests', async () => {
  expect(await publish()).toMatchObject({ codes: ['shell-unreachable'], exitCode: 4 })
  expect(await publish('mf-premios')).toMatchObject({ codes: ['shell-unreachable'], exitCode: 4 })
})

it('packs such a build without a store and a key, and nothing with a finding', async () => {
  vi.stubEnv('RELEASE_STORE', 's3://canje/releases')
  vi.stubEnv('AWS_ACCESS_KEY_ID', '')
  onTestFinished(() => void vi.unstubAllEnvs())
  const file = join(team.folder, 'premios.tgz')
  const pack = () => team.command('pack', '--dist', dist, '--out', file, '--shell', 'http://localhost:1')
  expect(await pack()).toMatchObject({ codes: ['shell-unreachable'], exitCode: 4 })
  await write('lazy.js', 'lazy()')
  expect(await pack()).toMatchObject({ codes: ['chunk-unverified', 'shell-unreachable'], exitCode: 3 })
  expect(existsSync(file)).toBe(false)
})

const bad: [what: string, change: () => Promise<unknown>, message: string | RegExp, code?: string][] = [
  ['that does not exist', () => rm(dist, { recursive: true }), 'dist has no file release.json'],
  ['whose release.json is a link', () => linkManifest(), /release\.json is a symbolic link/],
  ['with a broken release.json', () => write('release.json', '{'), /release\.json is not valid\. .*JSON/],
  ['of another remote', () => manifest({ name: 'mf-other' }), 'release.json is of mf-other, not of mf-premios'],
  ['with a version that is none', () => manifest({ version: 'latest' }), 'The version latest of mf-premios'],
  [
    'without its entry',
    () => rm(join(dist, 'remoteEntry.js')),
    'names remoteEntry.js, which the release does not have',
  ],
  ['with a folder to preload', () => mkdir(join(dist, 'css')).then(() => manifest({ preload: ['css'] })), 'names css,'],
  ['with a source map to preload', () => preload('a.map'), 'names a.map, which'],
  ['with release.json to preload', () => manifest({ preload: ['release.json'] }), 'names release.json, which'],
  ['without the script of a slot', () => slot({ preload: ['slot.js'] }), 'names slot.js, which'],
  ['without a part', () => manifest({ parts: ['chart.js'] }), 'names chart.js, which'],
  ['with a link to a file', () => symlink(team.folder, join(dist, 'logo.svg')), /logo\.svg is a symbolic link/],
  ['with a chunk list of all builds', () => write('remoteEntry.js', `${ENTRY};self.webpackChunkpremios`), /uses? too/],
  [
    'of 600 MB',
    () => write('a.png', '').then(() => truncate(join(dist, 'a.png'), 6e8)),
    /600 MB \(a\.png/,
    'over-budget',
  ],
  [
    'with styles of the page',
    () => write('tab.css', 'body { display: none }'),
    /^tab\.css of mf-premios reaches .*: body\.$/,
  ],
  [
    'with an unhashed chunk',
    () => write('lazy.js', 'lazy()'),
    'mf-premios loads lazy.js without a hash',
    'chunk-unverified',
  ],
]

it.each(bad)('refuses a folder %s', async (_what, change, message, code = 'build-failed') => {
  await change()
  const { codes, findings, exitCode } = await publish('mf-premios')
  expect(exitCode).toBe(3)
  expect(codes).toContain(code)
  const [finding] = findings.filter((found) => found.code === code)
  if (typeof message === 'string') expect(finding?.message).toContain(message)
  else expect(finding?.message).toMatch(message)
  expect(finding?.fix).toMatch(/\w/)
  expect(await team.versions()).toEqual({})
})

it('publishes slots, with a probe for the browser check', async () => {
  await slot({ parts: ['chunk.js'] })
  expect((await publish()).codes).toEqual(['shell-unreachable'])
  const { published, probe, close } = await stageBuild(dist)
  onTestFinished(close)
  expect(published.release.extensions).toEqual([{ slot: 'panel:premio', preload: ['chunk.js'], parts: ['chunk.js'] }])
  expect([published.tab, probe.name]).toEqual([TAB, 'canje-probe'])
})

it('expects the remote of the current folder, also of one without the kit', async () => {
  const expectedIn = async (folder: string) => {
    const { findings } = await team.commandIn(folder, 'publish', '--dist', dist, '--shell', 'http://localhost:1')
    return findings.find(({ code }) => code === 'build-failed')?.message
  }
  expect(await expectedIn(join(ROOT, 'mf-codes'))).toBe('release.json is of mf-premios, not of mf-codes.')
  const own = (text: string) => writeFile(join(team.folder, 'package.json'), text)
  await own('{ "name": "mf-sorteos" }')
  expect(await expectedIn(team.folder)).toBe('release.json is of mf-premios, not of mf-sorteos.')
  for (const text of ['{ "name": "mf-premios" }', '{ "name": "repository" }', '{}', '{']) {
    await own(text)
    expect(await expectedIn(team.folder)).toBeUndefined()
  }
})

it('repeats a publication of the same files only, also when the build id is the same', async () => {
  await storePublish(openStore(team.store), dist)
  expect((await publish()).codes).toEqual(['shell-unreachable'])
  await write('logo.svg', '<svg/>')
  const { codes, findings } = await publish()
  expect(codes).toEqual(['shell-unreachable', 'version-exists'])
  expect(findings[1]?.message).toMatch(/^mf-premios 1\.0\.0 is already in the store with other files/)
})

it('refuses a build id of another version', async () => {
  await team.add('0.9.0', { ...MANIFEST, entry: 'remoteEntry.js', preload: [], version: '0.9.0', build: 'b1' })
  const { codes, findings } = await publish()
  expect(codes).toEqual(['shell-unreachable', 'version-exists'])
  expect(findings[1]?.message).toBe('mf-premios 1.0.0 has the build id b1, as mf-premios 0.9.0 in the store.')
  await manifest({ version: '0.9.0', build: 'b2' })
  expect(await publish()).toMatchObject({ codes: ['version-exists'], exitCode: 3 })
})

async function linkManifest() {
  await rm(join(dist, 'release.json'))
  await writeFile(join(team.folder, 'elsewhere.json'), JSON.stringify(MANIFEST))
  await symlink(join(team.folder, 'elsewhere.json'), join(dist, 'release.json'))
}
