import { appendFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readAuthority } from '@canje/registry'
import { findRelease, makeLive, makeNext, openStore, publish, withdraw } from '@canje/release-store'
import { verifyRemote } from '@canje/release-store/verify'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { MANIFEST, writeSmallBuild } from '../../../tests/small-build'
import { withBrowser } from '../checks/browser'
import { checkRender } from '../checks/render'
import { openShellWithoutTabs } from '../testing/live-shell'
import { openTeam } from '../testing/team'

// Other commands open a release in a browser in the same way.
vi.mock(import('../checks/browser'))
vi.mock(import('../checks/render'))

const RELEASE = 'mf-premios/1.0.0'

let test: Awaited<ReturnType<typeof openTeam>>
let production: Awaited<ReturnType<typeof openTeam>>
let shell: Awaited<ReturnType<typeof openShellWithoutTabs>>
/** Reads the store of the test. */
let source: Awaited<ReturnType<typeof openShellWithoutTabs>>
beforeEach(async () => {
  vi.mocked(withBrowser).mockImplementation((_environment, _stop, action) => action(Object.create(null)))
  vi.mocked(checkRender).mockReset().mockResolvedValue([])
  test = await openTeam()
  production = await openTeam()
  await mkdir(production.store)
  const trust = { ...production.trust(['mf-premios']), storeUrl: await production.serve() }
  shell = await openShellWithoutTabs(trust, { 'shared-auth': '1.4.0' })
  source = await openShellWithoutTabs(test.trust(['mf-premios']), {})
  await release(test, {})
})
afterEach(() => Promise.all([test.close(), production.close(), shell.close(), source.close()]))

/** Publishes a build to the store of a team, and makes it live. */
async function release(team: typeof test, files: Record<string, string>) {
  const store = openStore(team.store)
  await makeLive(store, await publish(store, await build(files)), team.key, {
    authority: readAuthority(team.trust()),
  })
}

async function build(files: Record<string, string>): Promise<string> {
  const dist = join(test.folder, 'dist')
  await rm(dist, { recursive: true, force: true })
  await writeSmallBuild(dist, files)
  return dist
}
const stored = (path: string) => join(test.store, RELEASE, path)
const copy = (...args: string[]) => copyOf('mf-premios@1.0.0', ...args)
const copyOf = (what: string, ...args: string[]) => copyUnnamed(what, '--from-shell', source.url, ...args)
/** Without a shell of the source. */
const copyUnnamed = (what: string, ...args: string[]) =>
  production.command('copy', what, '--from', test.store, '--shell', shell.url, ...args)

async function bytesOf(store: string): Promise<Record<string, string>> {
  const names = (await readdir(join(store, RELEASE))).sort()
  return Object.fromEntries(
    await Promise.all(names.map(async (name) => [name, await readFile(join(store, RELEASE, name), 'base64')])),
  )
}

it('publishes the same bytes, once the shells of the target have shown them', async () => {
  const temporary = join(test.folder, 'temporary')
  await mkdir(temporary)
  vi.stubEnv('TMPDIR', temporary)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await copy('--dry-run')).toMatchObject({ exitCode: 0, findings: [], result: { version: '1.0.0', live: true } })
  expect(await readdir(production.store)).toEqual([])

  const entry = `${RELEASE}/remoteEntry.js`
  const result = { name: 'mf-premios', version: '1.0.0', build: 'b1', entry, live: true, confirmed: true }
  expect(await copy()).toMatchObject({ exitCode: 0, findings: [], result })
  expect(await bytesOf(production.store)).toEqual(await bytesOf(test.store))
  expect(Object.keys(await bytesOf(test.store))).toContain('remoteEntry.js.br')
  expect(await verifyRemote(openStore(production.store), 'mf-premios')).toEqual({ findings: [], unfinished: [] })
  expect(vi.mocked(checkRender).mock.lastCall?.[1]).toMatchObject([{ url: shell.url }])
  // As after a kill in its last step.
  expect(await copy()).toMatchObject({ exitCode: 0, findings: [], result })
  expect(await readdir(temporary)).toEqual([])
})

it('copies as a candidate, with a link for each shell, which a copy makes live', async () => {
  const links = [`${shell.url}main?tab=mf-premios&candidate=1.0.0`]
  const planned = await copy('--next', '--dry-run')
  const place = `--store "${production.store}" --shell ${shell.url} --key "${production.keyFile}"`
  const notes = [expect.stringContaining(`promote mf-premios@1.0.0 ${place}`)]
  expect(planned).toMatchObject({ exitCode: 0, result: { live: false, links }, notes })
  expect(planned.result).not.toHaveProperty('until')
  const until = expect.stringMatching(/^\d{4}-\d\d-\d\dT/)
  expect(await copy('--next', '--days', '3')).toMatchObject({ exitCode: 0, result: { live: false, links, until } })
  expect(await production.versions()).toEqual({})
  const { result } = await production.command('status', 'mf-premios', '--shell', shell.url)
  expect(result.remotes).toMatchObject([{ live: null, next: { version: '1.0.0', until, at: until, links } }])
  expect(await copy()).toMatchObject({ exitCode: 0, result: { live: true } })
  expect(await production.versions()).toEqual({ 'mf-premios': ['1.0.0'] })
  const [refused] = (await copy('--next')).findings
  expect(refused).toMatchObject({ code: 'version-exists', message: expect.stringContaining('1.0.0 is live, and') })
})

/** Makes the files of a release and its manifest agree again. */
async function replaceRelease() {
  await rm(join(test.store, RELEASE), { recursive: true })
  await publish(openStore(test.store), await build({ 'chunk.js.map': '{}', 'logo.svg': '<svg/>' }))
}

it.each<[string, string, () => Promise<unknown>]>([
  ['a changed file', 'chunk.js was changed', () => appendFile(stored('chunk.js'), ' ')],
  ['another release than the log names', 'differs from the log', replaceRelease],
  ['a damaged log', 'log/1/1.json', () => writeFile(join(test.store, 'mf-premios/log/1/1.json'), '{')],
])('copies nothing of a store with %s', async (_what, message, damage) => {
  await damage()
  const refused = await copy()
  expect(refused).toMatchObject({ exitCode: 6, result: {} })
  expect(new Set(refused.codes)).toEqual(new Set(['store-damaged']))
  expect(refused.findings[0]?.message).toContain(message)
  expect(refused.findings[0]?.message).not.toContain('\n')
  expect(await readdir(production.store)).toEqual([])
})

it('lists the versions of the store when the version is unknown', async () => {
  for (const what of ['mf-premios@2.0.0', 'mf-premios@../1.0.0', 'mf-codes@1.0.0'])
    expect(await copyOf(what)).toMatchObject({ codes: ['version-unknown'], exitCode: 5 })
})

it('copies no version that is withdrawn in the other store', async () => {
  await release(test, { 'release.json': JSON.stringify({ ...MANIFEST, version: '1.1.0', build: 'b2' }) })
  const store = openStore(test.store)
  await withdraw(store, { name: 'mf-premios', version: '1.0.0' }, test.key, { reason: 'Empty list' })
  const refused = await copy()
  expect((await copyOf('mf-premios@2.0.0')).findings[0]?.fix).toMatch(/^Copy one of 1\.1\.0, or/)
  expect(refused).toMatchObject({ codes: ['version-withdrawn'], exitCode: 3 })
  expect(refused.findings[0]?.message).toBe(
    `mf-premios 1.0.0 is withdrawn in ${test.store}, and never goes live again.`,
  )
})

/** A person who can write to the source, without its key, replaces files and all that names their hashes. */
async function forge() {
  await replaceRelease()
  const state = join(test.store, 'mf-premios/log/1/1.json')
  const { release } = (await findRelease(openStore(test.store), 'mf-premios', '1.0.0')) ?? {}
  await writeFile(state, JSON.stringify({ ...JSON.parse(await readFile(state, 'utf8')), live: release }))
}

describe('the signature of a source', () => {
  it('is verified with the keys of its shells', async () => {
    expect(await copy('--dry-run')).toMatchObject({ exitCode: 0, notes: [] })
    await forge()
    const refused = await copy()
    expect(refused).toMatchObject({ codes: ['store-damaged'], exitCode: 6 })
    expect(refused.findings[0]?.message).toContain('was altered after it was signed')
    expect(await readdir(production.store)).toEqual([])
  })

  it('is refused when they do not trust its key, or cannot be read', async () => {
    expect(await copyUnnamed('mf-premios@1.0.0', '--from-shell', shell.url)).toMatchObject({
      codes: ['store-elsewhere', 'store-damaged'],
      exitCode: 3,
    })
    expect(await copy('--from-shell', 'http://localhost:1')).toMatchObject({ codes: ['shell-unreachable'] })
    expect(await readdir(production.store)).toEqual([])
  })

  it('is verified without naming them when the target trusts its key', async () => {
    shell.entrust({ operatorKeys: [production.publicKey, test.publicKey] })
    expect(await copyUnnamed('mf-premios@1.0.0', '--dry-run')).toMatchObject({ exitCode: 0, notes: [] })
    await forge()
    expect(await copyUnnamed('mf-premios@1.0.0')).toMatchObject({ codes: ['store-damaged'], exitCode: 6 })
    expect(await readdir(production.store)).toEqual([])
  })

  it('is refused otherwise', async () => {
    const { codes, findings } = await copyUnnamed('mf-premios@1.0.0')
    expect(codes).toEqual(['store-damaged'])
    expect(findings[0]).toMatchObject({
      message: expect.stringContaining('signed with key'),
      fix: expect.stringContaining('--from-shell <url>'),
    })
  })
})

it('copies a next release, and nothing that no state names: its publication was interrupted', async () => {
  const next = JSON.stringify({ ...MANIFEST, version: '1.1.0', build: 'b2' })
  const store = openStore(test.store)
  const published = await publish(store, await build({ 'release.json': next }))
  expect(await copyOf('mf-premios@1.1.0', '--dry-run')).toMatchObject({ codes: ['version-unknown'], exitCode: 5 })
  await makeNext(store, published, test.key)
  expect(await copyOf('mf-premios@1.1.0', '--dry-run')).toMatchObject({ exitCode: 0, result: { version: '1.1.0' } })
})

it('refuses what the shells of the target do not show, or another key signs', async () => {
  vi.mocked(checkRender).mockResolvedValue([{ code: 'render-failed', message: 'Fails.', fix: 'Fix.' }])
  expect(await copy()).toMatchObject({ codes: ['render-failed'], exitCode: 3 })
  vi.mocked(checkRender).mockResolvedValue([])
  expect(await copy('--key', test.keyFile)).toMatchObject({ codes: ['key-not-trusted'], exitCode: 3 })
  expect(await copy('--from', 'host:/srv')).toMatchObject({
    exitCode: 2,
    error: expect.stringContaining('--from must be a folder'),
  })
  expect(await readdir(production.store)).toEqual([])
})
