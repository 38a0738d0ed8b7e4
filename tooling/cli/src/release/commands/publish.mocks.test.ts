import { join } from 'node:path'
import { sharedVersions } from '@canje/build'
import { readAuthority, readState, stateUrl } from '@canje/registry'
import { openStore } from '@canje/release-store'
import { verifyRemote } from '@canje/release-store/verify'
import { ROOT } from 'repo'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createRemotesServer, listen } from '../../dev-stack'
import { readPackage } from '../../project'
import { testRemote } from '../checks/tests'
import { checkTypes } from '../checks/types'
import { openShell, openShellWithoutTabs } from '../testing/live-shell'
import { openTeam, UNTRUSTED } from '../testing/team'

// Mocked, since the tests of a remote take half a minute, and its types many seconds.
vi.mock(import('../checks/tests'))
vi.mock(import('../checks/types'))

const VERSIONS = sharedVersions(join(ROOT, 'shell'))
const { version } = readPackage(join(ROOT, 'mf-users'))
const tests = { passed: 30, failed: 0, skipped: 1, skipReasons: { 'PostgreSQL is not installed.': 1 } }
const publishedUsers = expect.objectContaining({ name: 'mf-users', version, tests })

let team: Awaited<ReturnType<typeof openTeam>>
beforeEach(async () => {
  team = await openTeam()
  vi.mocked(testRemote).mockReset().mockResolvedValue({ value: tests, findings: [] })
  vi.mocked(checkTypes).mockReset().mockResolvedValue({ findings: [] })
})
afterEach(() => team.close())

function closing<T extends { close(): Promise<unknown> }>(opened: T): T {
  onTestFinished(() => void opened.close())
  return opened
}

const openOffice = async (of: typeof team) =>
  closing(await openShell({ ...of.trust(['mf-users']), storeUrl: await of.serve() }))

// In `npm test`, kit.spec.ts packs and publishes a tab with every check, and copy.mocks.test.ts copies a release.
if (process.env.LONG_TESTS) {
  it('publishes a remote that passes every check', async () => {
    const { url } = await openOffice(team)
    const publish = () => team.command('publish', 'mf-users', '--shell', url)
    const notes = [`The shell at ${url} does not let mf-users fill detalle:usuario: its operator can add it to slots.`]
    expect(await publish()).toMatchObject({ exitCode: 0, notes, result: { live: true, tests } })
    // As after a kill in its last step.
    expect(await publish()).toMatchObject({ exitCode: 0, result: { live: true, tests } })

    const storeUrl = await listen(closing(await createRemotesServer(team.store)), 0)
    const json = await (await fetch(stateUrl(storeUrl, 'mf-users'))).json()
    const authority = readAuthority(team.trust(['mf-users']))
    const { remote: live } = await readState(json, { storeUrl, authority, name: 'mf-users' })
    expect(live).toMatchObject({ name: 'mf-users', live: { version } })
    expect((await fetch(live?.live.entry ?? '')).status).toBe(200)
    expect(await verifyRemote(openStore(team.store), 'mf-users')).toEqual({ findings: [], unfinished: [] })
  })

  it('packs a remote, publishes the packed file, makes it live and copies it', async () => {
    const { url } = await openOffice(team)
    const file = join(team.folder, 'users.tgz')
    const packed = await team.command('pack', 'mf-users', '--shell', url, '--out', file)
    expect(packed).toMatchObject({ findings: [], notes: [], exitCode: 0, result: { file, shells: [url] } })
    expect(packed.result).toEqual(publishedUsers)

    const publish = (...args: string[]) => team.command('publish', 'mf-users', '--shell', url, ...args)
    expect(await publish('--packed', file, '--no-live')).toMatchObject({ exitCode: 0, result: { live: false, tests } })
    expect(await team.versions()).toEqual({})
    // As after an interruption before the release was live.
    expect(await publish()).toMatchObject({ exitCode: 0, result: { live: true, tests } })

    const production = await openTeam()
    onTestFinished(() => production.close())
    const office = await openOffice(production)
    const args = ['--from', team.store, '--from-shell', url, '--shell', office.url]
    const copied = await production.command('copy', `mf-users@${version}`, ...args)
    expect(copied).toMatchObject({ findings: [], exitCode: 0, result: { live: true } })
    expect(await production.versions()).toEqual({ 'mf-users': [version] })
  })
}

it('checks the version before anything that takes time', async () => {
  await team.add(version, { name: 'mf-users' })
  const result = await team.command('publish', 'mf-users', '--shell', 'http://localhost:1')
  expect(result).toMatchObject({ codes: ['version-exists'], exitCode: 3 })
  expect(testRemote).not.toHaveBeenCalled()
})

it('reports all findings together, and changes nothing', async () => {
  vi.mocked(testRemote).mockResolvedValue({ findings: [{ code: 'tests-failed', message: '1 failed.', fix: 'Fix.' }] })
  vi.mocked(checkTypes).mockResolvedValue({ findings: [{ code: 'types-failed', message: '1 error.', fix: 'Fix.' }] })
  await team.addLive('1.0.0', { name: 'mf-others' })
  const before = await team.versions()
  const untrusting = team.trust(['mf-users'], UNTRUSTED)
  const old = closing(await openShellWithoutTabs(untrusting, { 'shared-auth': '0.9.0' }, 'shared-ui@another'))
  const tabless = closing(await openShellWithoutTabs({ ...team.trust(), storeId: 'other' }, VERSIONS))
  const shells = [old.url, tabless.url, 'http://localhost:1'].flatMap((url) => ['--shell', url])
  const result = await team.command('publish', 'mf-users', ...shells)

  expect(new Set(result.codes)).toEqual(
    new Set([
      'types-failed',
      'tests-failed',
      'not-listed',
      'shell-unreachable',
      'requirement-unmet',
      'key-not-trusted',
      'store-elsewhere',
      'render-failed',
    ]),
  )
  expect(result.exitCode).toBe(3)
  // Staff see no tab in that shell, so they load no copy.
  expect(result.notes).toEqual([])
  for (const { message, fix } of result.findings) expect(`${message}\n${fix}`).toMatch(/\S\n\S/)
  expect(await team.versions()).toEqual(before)
})

it('opens no shell that does not meet its requirements', async () => {
  const old = { ...VERSIONS, react: '18.0.0' }
  const shell = closing(await openShellWithoutTabs(team.trust(['mf-users']), old))
  const result = await team.command('publish', 'mf-users', '--shell', shell.url)
  expect(result).toMatchObject({ codes: ['requirement-unmet'], exitCode: 3 })
})

it('notes the own copy of shared-ui in a shell with another one', async () => {
  const trust = team.trust(['mf-users'], UNTRUSTED)
  const shell = closing(await openShellWithoutTabs(trust, VERSIONS, 'shared-ui@another'))
  const { codes, notes } = await team.command('publish', 'mf-users', '--shell', shell.url)
  expect(new Set(codes)).toEqual(new Set(['key-not-trusted', 'render-failed']))
  expect(notes).toEqual([
    expect.stringMatching(/^The shell at (\S+) has another .* the copy of mf-users \(\d\d\.\d KB\)/),
  ])
  expect(notes[0]).toContain(shell.url)
})

it('packs nothing while the key is in the environment', async () => {
  vi.stubEnv('RELEASE_KEY', team.keyFile)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await team.command('pack', 'mf-users')).toMatchObject({ codes: ['key-exposed'], exitCode: 2 })
  expect(testRemote).not.toHaveBeenCalled()
})

it('rejects a remote that is not in this repository', async () => {
  expect(await team.command('publish', 'mf-nowhere')).toMatchObject({ codes: ['remote-unknown'], exitCode: 5 })
})
