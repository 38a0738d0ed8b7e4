import { appendFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ReleaseManifest, readAuthority } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import { makeLive, makeNext, openStore, publish } from '@canje/release-store'
import { ROOT } from 'repo'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { contextOf } from '../context'
import { run } from '../index'
import { recordedCliEnvironment } from '../testing/cli-environment'
import { type Handwritten, writeHandwritten } from '../testing/handwritten-build'
import { openShell, type RunningShell } from '../testing/live-shell'
import { openTeam } from '../testing/team'
import { checkShell } from './check-shell'

const TIMEOUT_MS = 90_000
const LONG = Boolean(process.env.LONG_TESTS)
const SHELL = join(ROOT, 'shell/dist')
const REMOTES = ['mf-codes', 'mf-users', 'mf-scores', 'mf-reports']
const tab = `{ default: () => 'Filas' }`
const slot = `{ default: () => 'Detalle' }`
const throws = `{ default() { throw new Error('no rows') } }`

type Team = Awaited<ReturnType<typeof openTeam>>
let team: Team
let shell: RunningShell

beforeAll(async () => {
  team = await openTeam()
  shell = await openShell(team.trust(REMOTES))
  await goLive('mf-codes', '1.0.0', { tab, slot }, '^1.0.0', team, { 'shared-auth': ['apiClient', 'signOut'] })
  await goLive('mf-codes', '1.1.0', { tab: throws, slot })
  await goLive('mf-users', '1.0.0', { tab })
  await goLive('mf-users', '2.0.0', { tab }, '^9.0.0')
  await goLive('mf-scores', '1.0.0', { tab }, '^9.0.0')
  await goLive('mf-scores', '1.1.0', { tab, slot: throws })
  await goLive('mf-reports', '1.0.0', { tab })
  await goLive('mf-reports', '1.1.0', { tab })
  const manifest = join(team.store, 'mf-reports/1.1.0/release.json')
  // The log says nothing of it.
  await writeFile(manifest, JSON.stringify({ ...JSON.parse(await readFile(manifest, 'utf8')), proposedTab: 'Tab' }))
  await offer('mf-scores', '1.2.0', { tab: throws })
  // No shell opens it, so check-shell does not either: nothing below names it, though it throws.
  const expired: typeof makeLive = (store, published, key, note) => makeNext(store, published, key, note, -1)
  await offer('mf-users', '2.1.0', { tab: throws }, team, expired)
  await appendFile(join(team.store, 'mf-reports/1.0.0/remoteEntry.js'), ' ')
}, TIMEOUT_MS)
afterAll(() => shell.close())

async function goLive(
  name: string,
  version: string,
  code: Handwritten,
  requires = '^1.0.0',
  to: Team = team,
  uses?: ReleaseManifest['uses'],
  makeIt: typeof makeLive = makeLive,
) {
  const changes: Partial<ReleaseManifest> = { name, version, build: `b${version}`, uses }
  const dist = await writeHandwritten(to.folder, code, { ...changes, requires: { 'shared-auth': requires } })
  const store = openStore(to.store)
  const note = { authority: readAuthority(to.trust()) }
  await makeIt(store, await publish(store, dist), to.key, note)
}

const offer = (name: string, version: string, code: Handwritten, to = team, makeIt: typeof makeLive = makeNext) =>
  goLive(name, version, code, '^1.0.0', to, undefined, makeIt)

it('names every live, next and previous release that a shell does not show', {
  timeout: TIMEOUT_MS,
}, async () => {
  const before = (await readdir(team.store, { recursive: true })).sort()

  const { exitCode, findings, notes, result } = await team.command('check-shell', shell.url)
  expect(exitCode).toBe(3)
  expect(result).toEqual({
    shell: shell.url,
    store: team.store,
    releases: [
      { name: 'mf-codes', version: '1.1.0', live: true, refused: true },
      { name: 'mf-codes', version: '1.0.0', live: false, refused: true },
      { name: 'mf-reports', version: '1.1.0', live: true, refused: true },
      { name: 'mf-reports', version: '1.0.0', live: false, refused: true },
      { name: 'mf-scores', version: '1.1.0', live: true, refused: true },
      { name: 'mf-scores', version: '1.2.0', live: false, next: true, refused: true },
      { name: 'mf-scores', version: '1.0.0', live: false, refused: true },
      { name: 'mf-users', version: '2.0.0', live: true, refused: true },
      { name: 'mf-users', version: '1.0.0', live: false, refused: false },
    ],
  })
  expect(findings.map(({ code, message }) => [code, message])).toEqual([
    ['render-failed', expect.stringMatching(/^mf-codes 1\.1\.0 does not render(.*\n)+.*no rows/)],
    ['export-missing', `mf-codes 1.0.0 uses what the shell at ${shell.url} does not provide: signOut of shared-auth.`],
    ['build-failed', expect.stringMatching(/release\.json is not valid\. proposedTab: /)],
    ['store-damaged', expect.stringMatching(/^mf-reports 1\.0\.0: remoteEntry\.js was changed\./)],
    ['render-failed', expect.stringMatching(/^detalle:mf-scores of mf-scores 1\.1\.0 does not render/)],
    ['render-failed', expect.stringMatching(/^mf-scores 1\.2\.0 does not render/)],
    ['requirement-unmet', expect.stringMatching(/^mf-scores 1\.0\.0 in .* shared-auth \^9\.0\.0 is required/)],
    ['requirement-unmet', expect.stringMatching(/^mf-users 2\.0\.0 in .* shared-auth \^9\.0\.0 is required/)],
  ])
  expect(findings.find(({ code }) => code === 'requirement-unmet')?.fix).toMatch(
    /^First release a version of mf-scores /,
  )
  expect(notes).toEqual(
    ['mf-codes', 'mf-scores'].map((name) => expect.stringContaining(`does not let ${name} fill detalle:${name}`)),
  )
  expect(shell.reports).toEqual([])
  expect((await readdir(team.store, { recursive: true })).sort()).toEqual(before)
})

it('serves the folder of a build with a configuration', { timeout: TIMEOUT_MS }, async () => {
  const other = await openTeam()
  await goLive('mf-codes', '1.0.0', { tab }, '^1.0.0', other)
  const folder = join(other.folder, 'shell')
  await cp(SHELL, folder, { recursive: true })
  const check = async (changes: object) => {
    const config = { ...(await (await fetch(`${shell.url}config.json`)).json()), ...other.trust(REMOTES), ...changes }
    await writeFile(join(folder, 'config.json'), JSON.stringify(config))
    return other.command('check-shell', folder)
  }
  expect(await check({})).toMatchObject({ exitCode: 0, findings: [], notes: [], result: { shell: `${folder}/` } })
  const notes = [`The shell at ${folder}/ does not list mf-codes.`]
  expect(await check({ remotes: other.trust(['mf-users']).remotes })).toMatchObject({ notes, result: { releases: [] } })
  const malformed = { 'mf-codes': { ...exampleListing(), keys: [] } }
  expect(await check({ remotes: malformed })).toMatchObject({
    exitCode: 3,
    findings: [{ code: 'not-listed', message: expect.stringContaining('leaves out a remote: remotes.mf-codes.keys') }],
    result: { releases: [] },
  })
  const message = expect.stringMatching(/^mf-codes\/log\/1\/1\.json is signed with key \w+, not with /)
  expect(await check(other.trust(['mf-codes'], team.publicKey))).toMatchObject({
    exitCode: 6,
    findings: [{ code: 'store-damaged', message }],
  })
})

it('opens what the menu lists of a store that this key may not list', { timeout: TIMEOUT_MS }, async () => {
  const other = await openTeam()
  const underTest = await openShell(other.trust(['mf-codes']))
  onTestFinished(() => underTest.close())
  await goLive('mf-codes', '1.0.0', { tab }, '^1.0.0', other)
  await offer('mf-codes', '1.1.0', { tab }, other)
  const context = contextOf({ store: other.store }, ROOT, process.env, new AbortController().signal)
  const store = { ...context.store, remotes: async () => undefined }
  expect(await checkShell({ ...context, store }, underTest.url)).toMatchObject({
    findings: [],
    lines: ['mf-codes 1.0.0, live: its tab can be opened.', 'mf-codes 1.1.0, next: its tab can be opened.'],
  })
})

if (LONG)
  it('leaves no files after an interruption', { timeout: TIMEOUT_MS }, async () => {
    const temporary = join(team.folder, 'temporary')
    await mkdir(temporary)
    vi.stubEnv('TMPDIR', temporary)
    onTestFinished(() => void vi.unstubAllEnvs())
    const stop = new AbortController()
    const args = ['check-shell', shell.url, '--store', team.store]
    const checking = run(args, stop.signal, recordedCliEnvironment(ROOT, process.env))
    const folders = () => readdir(temporary)
    await vi.waitFor(async () => expect((await folders()).join()).toMatch(/canje-staging-.*canje-staging-/), TIMEOUT_MS)
    stop.abort()
    await expect(checking).rejects.toThrow()
    expect(await folders()).toEqual([])
  })

it.each([
  ['a missing folder', 'no/such/folder', /\/no\/such\/folder\/release\.json responded with status 404/],
  ['a file', 'package.json', /\/package\.json\/ cannot be served/],
  ['no shell', 'ana:pw@office.test', /^The argument is neither the URL of a shell nor a folder\.$/],
  ['an unreachable shell', 'http://localhost:1', /^The shell at http:\/\/localhost:1\/ cannot be read/],
])('reports %s', async (_description, target, message) => {
  const { codes, exitCode, findings } = await team.command('check-shell', target)
  expect({ codes, exitCode }).toEqual({ codes: ['shell-unreachable'], exitCode: 4 })
  expect(findings[0]?.message).toMatch(message)
})

it('reports a store without a live release', async () => {
  const empty = await openTeam()
  expect(await empty.command('check-shell', SHELL)).toMatchObject({ exitCode: 5, codes: ['version-unknown'] })
})
