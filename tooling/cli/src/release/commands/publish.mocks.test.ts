import { join } from 'node:path'
import { sharedVersions } from '@canje/build'
import { ROOT } from 'repo'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { readPackage } from '../../project'
import { testRemote } from '../checks/tests'
import { checkTypes } from '../checks/types'
import { openShellWithoutTabs } from '../testing/live-shell'
import { openTeam, UNTRUSTED } from '../testing/team'

// Mocked, since the tests of a remote take half a minute, and its types many seconds.
vi.mock(import('../checks/tests'))
vi.mock(import('../checks/types'))

const VERSIONS = sharedVersions(join(ROOT, 'shell'))
const { version } = readPackage(join(ROOT, 'mf-users'))
const tests = { passed: 30, failed: 0, skipped: 1, skipReasons: { 'PostgreSQL is not installed.': 1 } }

let team: Awaited<ReturnType<typeof openTeam>>
beforeEach(async () => {
  team = await openTeam()
  vi.mocked(testRemote).mockReset().mockResolvedValue({ value: tests, findings: [] })
  vi.mocked(checkTypes).mockReset().mockResolvedValue({ findings: [] })
})

function closing<T extends { close(): Promise<unknown> }>(opened: T): T {
  onTestFinished(() => void opened.close())
  return opened
}

it('checks the version before anything that takes time', async () => {
  await team.add(version, { name: 'mf-users' })
  const result = await team.command('publish', 'mf-users', '--shell', 'http://localhost:1')
  expect(result).toMatchObject({ codes: ['version-exists'], exitCode: 3 })
  expect(testRemote).not.toHaveBeenCalled()
})

it('reports all findings together, notes the own copy of shared-ui in a shell with another one, and changes nothing', async () => {
  vi.mocked(testRemote).mockResolvedValue({ findings: [{ code: 'tests-failed', message: '1 failed.', fix: 'Fix.' }] })
  vi.mocked(checkTypes).mockResolvedValue({ findings: [{ code: 'types-failed', message: '1 error.', fix: 'Fix.' }] })
  await team.addLive('1.0.0', { name: 'mf-others' })
  const before = await team.versions()
  const old = closing(await openShellWithoutTabs(team.trust(), { 'shared-auth': '0.9.0' }, 'shared-ui@another'))
  const untrusting = { ...team.trust(['mf-users'], UNTRUSTED), storeId: 'other' }
  const other = closing(await openShellWithoutTabs(untrusting, VERSIONS, 'shared-ui@another'))
  const shells = [old.url, other.url, 'http://localhost:1'].flatMap((url) => ['--shell', url])
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
  // It quotes the error page of the shell.
  expect(result.findings.map(({ message }) => message).join()).toContain('No se pudieron cargar las pestañas')
  // Staff see no tab in the old one, so they load no copy.
  expect(result.notes).toEqual([expect.stringMatching(/^The shell at \S+ has another .* of mf-users \(\d\d\.\d KB\)/)])
  expect(result.notes[0]).toContain(other.url)
  for (const { message, fix } of result.findings) expect(`${message}\n${fix}`).toMatch(/\S\n\S/)
  expect(await team.versions()).toEqual(before)
})

it('opens no shell that does not meet its requirements', async () => {
  const old = { ...VERSIONS, react: '18.0.0' }
  const shell = closing(await openShellWithoutTabs(team.trust(['mf-users']), old))
  const result = await team.command('publish', 'mf-users', '--shell', shell.url)
  expect(result).toMatchObject({ codes: ['requirement-unmet'], exitCode: 3 })
})

it('packs nothing while the key is in the environment', async () => {
  vi.stubEnv('RELEASE_KEY', team.keyFile)
  onTestFinished(() => void vi.unstubAllEnvs())
  expect(await team.command('pack', 'mf-users')).toMatchObject({ codes: ['key-exposed'], exitCode: 2 })
  expect(testRemote).not.toHaveBeenCalled()
})
