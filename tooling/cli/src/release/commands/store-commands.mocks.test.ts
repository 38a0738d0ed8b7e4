import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exampleListing } from '@canje/registry/testing'
import { openStore, readLog, StoreError } from '@canje/release-store'
import { prune } from '@canje/release-store/prune'
import { verifyRelease } from '@canje/release-store/verify'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { CommandName } from '../command-line'
import { run } from '../index'
import { recordedCliEnvironment } from '../testing/cli-environment'
import { openShellWithoutTabs, type RunningShell } from '../testing/live-shell'
import { openTeam } from '../testing/team'

// Spies on the real modules, to publish a concurrent release in the middle of a command, and to deny the access to a folder.
vi.mock(import('@canje/release-store/prune'), { spy: true })
vi.mock(import('@canje/release-store/verify'), { spy: true })
vi.mock(import('node:fs/promises'), { spy: true })

let team: Awaited<ReturnType<typeof openTeam>>
beforeEach(async () => {
  team = await openTeam()
})
afterEach(() => team.close())

/** Runs a command on the store. @returns its exit code and what it prints as text */
async function printed(name: string, ...args: string[]) {
  const output = recordedCliEnvironment(team.folder, process.env)
  const exitCode = await run([name, '--store', team.store, ...args], new AbortController().signal, output)
  return { exitCode, stdout: output.stdout(), stderr: output.stderr() }
}

describe('rollback', () => {
  it('changes nothing in a dry run', async () => {
    await team.addLive('1.0.0')
    await team.addLive('1.1.0')
    const { result } = await team.command('rollback', 'mf-codes', '--dry-run')
    expect(result).toMatchObject({ version: '1.0.0' })
    expect(await team.versions()).toEqual({ 'mf-codes': ['1.1.0', '1.0.0'] })
  })

  it.each<[string, string, number, () => Promise<unknown>]>([
    ['no-previous', 'mf-codes', 5, async () => undefined],
    ['remote-unknown', 'mf-other', 5, async () => undefined],
    ['key-unusable', 'mf-codes', 4, () => rm(join(team.folder, 'key.pem'))],
    ['store-damaged', 'mf-codes', 6, () => writeFile(join(team.store, 'mf-codes/log/1/1.json'), '<html>')],
  ])('refuses with %s', async (code, name, exitCode, damage) => {
    await team.addLive('1.0.0')
    await damage()
    expect(await team.command('rollback', name)).toMatchObject({ codes: [code], exitCode })
  })

  it('names what is missing, and the way out of a damaged log', async () => {
    await team.add('1.0.0')
    expect((await team.command('rollback', 'mf-codes')).findings).toMatchObject([
      { message: 'Nothing of mf-codes is live, and the store has no previous release.' },
    ])
    await writeFile(join(team.store, 'mf-codes/log/1/1.json'), '<html>')
    expect((await team.command('rollback', 'mf-codes')).findings).toMatchObject([
      { fix: expect.stringMatching(/Restore .*list the key .*raise the epoch/) },
    ])
  })

  it('notes an origin of the previous version that a live shell does not grant, and goes live all the same', async () => {
    const trust = { ...team.trust(['mf-codes']), storeUrl: await team.serve() }
    const shell = await openShellWithoutTabs(trust, {})
    vi.stubEnv('RELEASE_SHELLS', `${shell.url},http://localhost:1`)
    await team.addLive('1.0.0', { connect: ['https://prizes.test', 'https://maps.test'] })
    await team.addLive('1.1.0', { connect: ['https://maps.test'] })
    const { exitCode, notes, result } = await team.command('rollback', 'mf-codes')
    vi.unstubAllEnvs()
    await shell.close()
    expect({ exitCode, notes, confirmed: result.confirmed }).toEqual({
      exitCode: 0,
      confirmed: true,
      notes: [
        expect.stringContaining('The shell at http://localhost:1/ cannot be read'),
        expect.stringContaining(`${shell.url} does not let mf-codes send requests to https://prizes.test. Ask its`),
      ],
    })
    expect(await team.versions()).toEqual({ 'mf-codes': ['1.0.0'] })
  })

  it('rejects a damaged previous release', async () => {
    await team.addLive('1.0.0')
    await team.addLive('1.1.0')
    await appendFile(join(team.store, 'mf-codes/1.0.0/tab.css'), 'b {}')
    expect(await team.command('rollback', 'mf-codes')).toMatchObject({ codes: ['store-damaged'], exitCode: 6 })
    expect(await team.versions()).toEqual({ 'mf-codes': ['1.1.0', '1.0.0'] })
  })

  it('changes nothing when a concurrent release has gone live', async () => {
    await team.addLive('1.0.0')
    await team.addLive('1.1.0')
    vi.mocked(verifyRelease).mockImplementationOnce(async () => {
      await team.addLive('1.2.0')
      return []
    })
    const { exitCode, error } = await team.command('rollback', 'mf-codes')
    expect({ exitCode, error }).toEqual({ exitCode: 3, error: expect.stringContaining('1.2.0 is live now') })
    expect(await team.versions()).toEqual({ 'mf-codes': ['1.2.0', '1.1.0', '1.0.0'] })
  })
})

describe('status', () => {
  it('reports live, previous and stored versions', async () => {
    await team.addLive('1.0.0')
    await team.addLive('1.1.0')
    await team.add('1.2.0')
    await team.addLive('1.0.0', { name: 'mf-users' })
    const { exitCode, result } = await team.command('status')
    expect(exitCode).toBe(0)
    expect(result.remotes).toMatchObject([
      { name: 'mf-codes', live: { version: '1.1.0', build: 'b1.1.0' }, previous: ['1.0.0'] },
      { name: 'mf-users', live: { version: '1.0.0' }, previous: [], stored: ['1.0.0'] },
    ])
    expect((await team.command('status', 'mf-codes')).result.remotes).toMatchObject([
      { name: 'mf-codes', stored: ['1.2.0', '1.1.0', '1.0.0'] },
    ])
  })

  it('reports a candidate with its author, its end and its links', async () => {
    await team.addLive('1.0.0')
    await team.add('1.1.0')
    const shell = await openShellWithoutTabs(team.trust(['mf-codes']), {})
    const link = `${shell.url}main?tab=mf-codes&candidate=1.1.0`
    const { result } = await team.command('status', '--shell', shell.url)
    expect(result.remotes).toMatchObject([
      { live: { version: '1.0.0' }, next: { version: '1.1.0', by: 'Ana', links: [link] } },
    ])
    expect((await printed('status', '--shell', shell.url)).stdout).toMatch(
      / {2}1\.1\.0 is next: built .*\n {4}by Ana, \S+Z, until \S+Z\n {4}http:.*candidate=1\.1\.0\n/,
    )
    await team.add('1.2.0', {}, -1)
    const { stdout } = await printed('status', '--shell', shell.url)
    await shell.close()
    expect(stdout).toMatch(/ {2}1\.2\.0 is next: .*\n {4}by Ana, \S+Z, expired \S+Z\n/)
  })

  it('says which shell does not show a live release, and which does not answer', async () => {
    await team.addLive('1.0.0', { requires: { 'shared-auth': '^1.3.0' } })
    const statusIn = (...urls: string[]) => team.command('status', ...urls.flatMap((url) => ['--shell', url]))
    const silent = 'http://localhost:1/'
    const current = await openShellWithoutTabs(team.trust(['mf-codes']), { 'shared-auth': '1.3.0' })
    const old = await openShellWithoutTabs(team.trust(['mf-codes']), { 'shared-auth': '1.2.0' })
    const [none, one, all, refused] = [
      await statusIn(silent),
      await statusIn(current.url, silent),
      await statusIn(current.url),
      await statusIn(old.url, silent),
    ]
    await Promise.all([current.close(), old.close()])
    for (const { exitCode, notes } of [none, one, refused])
      expect({ exitCode, notes }).toEqual({
        exitCode: 0,
        notes: [expect.stringContaining(`The shell at ${silent} cannot be read: `)],
      })
    for (const { result } of [none, one]) expect(result.remotes).toEqual([expect.not.objectContaining({ unmet: [] })])
    expect(all).toMatchObject({ notes: [], result: { remotes: [{ unmet: [] }] } })
    const reason = `mf-codes 1.0.0 in the shell at ${old.url}: shared-auth ^1.3.0 is required, the shell provides 1.2.0.`
    expect(refused.result.remotes).toMatchObject([{ unmet: [reason] }])
  })

  it('says why a commit is unknown', async () => {
    await team.addLive('1.0.0', { commitUnknown: 'git is not installed' })
    expect((await printed('status')).stdout).toContain('commit unknown: git is not installed')
    expect((await team.command('status')).result.remotes).toMatchObject([
      { live: { commit: null, commitUnknown: 'git is not installed' } },
    ])
  })
})

it('shows with --log who changed what, when and why, newest first', async () => {
  await team.addLive('1.0.0')
  await team.addLive('1.1.0')
  vi.stubEnv('RELEASE_BY', 'ana')
  await team.command('rollback', 'mf-codes', '--reason', 'Falla')
  vi.unstubAllEnvs()
  const { exitCode, result } = await team.command('status', 'mf-codes', '--log')
  expect(exitCode).toBe(0)
  expect(result.remotes).toMatchObject([
    {
      log: [
        { n: 3, command: 'rollback', by: 'ana', reason: 'Falla', live: '1.0.0', verified: false },
        { n: 2, command: 'publish', live: '1.1.0' },
        { n: 1, command: 'publish', live: '1.0.0' },
      ],
    },
  ])
  expect((await printed('status', '--log')).stdout).toMatch(
    / {2}\S+Z {2}rollback: live 1\.0\.0 {2}by ana, key \w+: Falla \(not verified\)\n/,
  )
})

it('leaves out what the log does not accept of the environment, and publishes no password of it', async () => {
  for (const version of ['1.0.0', '1.1.0']) await team.addLive(version)
  vi.stubEnv('RELEASE_BY', 'a'.repeat(301))
  vi.stubEnv('CI_JOB_URL', 'https://ana:pw-1@ci.test/jobs/1?x')
  expect(await team.command('rollback', 'mf-codes')).toMatchObject({ exitCode: 0 })
  vi.unstubAllEnvs()
  const { state } = (await readLog(openStore(team.store), 'mf-codes')).head ?? {}
  expect(state?.change).toMatchObject({ run: 'https://ci.test/jobs/1?x' })
  expect(state?.change).not.toHaveProperty('by')
})

it('finishes a roll-back that was killed before its copy, and goes no further back', async () => {
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await team.addLive(version)
  const copy = join(team.store, 'mf-codes/live.json')
  const before = await readFile(copy)
  await team.command('rollback', 'mf-codes')
  await writeFile(copy, before)
  expect(await team.command('rollback', 'mf-codes')).toMatchObject({
    exitCode: 0,
    result: { version: '1.1.0' },
    notes: expect.arrayContaining([
      expect.stringMatching(/^This finishes the last roll-back .* run it again to go further/),
    ]),
  })
  expect(await team.versions()).toEqual({ 'mf-codes': ['1.1.0', '1.0.0'] })
})

describe('verify', () => {
  let shell: RunningShell
  beforeEach(async () => {
    await team.addLive('1.0.0')
    shell = await openShellWithoutTabs(team.trust(['mf-codes']), {})
  })
  afterEach(() => shell.close())
  const verify = (...args: string[]) => team.command('verify', '--shell', shell.url, ...args)

  it('accepts an unchanged store, and names a shell that does not answer', async () => {
    expect(await verify()).toMatchObject({ exitCode: 0, notes: [] })
    const silent = expect.stringContaining('http://localhost:1/ cannot be read')
    expect(await verify('--shell', 'http://localhost:1')).toMatchObject({ exitCode: 0, notes: [silent] })
    expect(await team.command('verify', '--shell', 'http://localhost:1')).toMatchObject({
      codes: ['shell-unreachable'],
      exitCode: 4,
    })
  })

  it('refuses a store without a release, such as a wrong folder', async () => {
    expect(await verify('--store', team.folder + 2)).toMatchObject({ codes: ['version-unknown'], exitCode: 5 })
  })

  it('says only of an epoch with a state, and of shells that respond, that they accept the newest ones', async () => {
    const linesOf = async (...args: string[]) => {
      const { exitCode, stdout } = await printed('verify', '--shell', shell.url, ...args)
      expect(exitCode).toBe(0)
      return stdout
    }
    expect(await linesOf()).toMatch(/matches the logs of its remotes, and every shell accepts their newest states\.$/)
    expect(await linesOf('--shell', 'http://localhost:1')).toMatch(/matches the logs of its remotes\.\nNote: /)
    shell.entrust({ remotes: { 'mf-codes': exampleListing({ keys: [team.publicKey], epoch: 2 }) } })
    expect(await linesOf()).toMatch(/matches the logs of its remotes\.\nNote: .* has no state in the epoch 2/)
  })
})

describe('prune', () => {
  it('deletes releases that no state has named for a time, and only lists them in a dry run', async () => {
    await team.add('0.9.0')
    await team.addLive('1.0.0')
    await team.add('1.1.0')
    expect(await team.command('prune')).toMatchObject({ codes: ['remote-unknown'], exitCode: 5 })
    const pruned = { exitCode: 0, result: { pruned: [join('mf-codes', '0.9.0')] } }
    expect(await team.command('prune', '--all')).toMatchObject({ result: { pruned: [] } })
    expect(await team.command('prune', '--all', '--days', '0', '--dry-run')).toMatchObject(pruned)
    expect(await team.command('prune', '--all', '--days', '0')).toMatchObject(pruned)
    expect(await team.command('prune', '--all', '--days', '0')).toMatchObject({ result: { pruned: [] } })
  })

  it.each([
    ['a damaged log', 'store-damaged', () => writeFile(join(team.store, 'mf-codes/log/1/2.json'), '{')],
    ['another key', 'key-not-trusted', () => vi.mocked(prune).mockRejectedValueOnce(new StoreError('refused', 'No.'))],
  ])('prunes the other remotes when one has %s', async (_what, code, damage) => {
    await team.addLive('1.0.0')
    await team.addLive('1.0.0', { name: 'mf-users' })
    await team.add('0.9.0', { name: 'mf-users' })
    await team.add('1.1.0', { name: 'mf-users' })
    await damage()
    const result = { pruned: [join('mf-users', '0.9.0')] }
    expect(await team.command('prune', '--all', '--days', '0')).toMatchObject({ codes: [code], result })
  })
})

describe('a folder of one team', () => {
  let shell: RunningShell
  beforeEach(async () => {
    for (const name of ['mf-codes', 'mf-users']) await team.addLive('1.0.0', { name })
    shell = await openShellWithoutTabs(team.trust(['mf-codes', 'mf-users']), {})
  })
  afterEach(() => shell.close())

  it.each<[string, string, number, () => Promise<unknown>]>([
    ['has a torn first state', 'store-damaged', 6, () => writeFile(join(team.store, 'mf-codes/log/1/1.json'), '{')],
    ['cannot be read', 'store-unreachable', 4, () => deny('mf-codes')],
  ])('that %s stops no command for the others', async (_what, code, exitCode, damage) => {
    await damage()
    await appendFile(join(team.store, 'mf-users/1.0.0/tab.css'), ' ')
    const verified = await team.command('verify', '--shell', shell.url)
    expect(new Set(verified.codes)).toEqual(new Set([code, 'store-damaged']))
    const messages = verified.findings.map(({ message }) => message)
    expect(messages).toContainEqual(expect.stringContaining('mf-codes/'))
    expect(messages).toContainEqual(expect.stringContaining('mf-users 1.0.0: tab.css was changed'))
    const status = await team.command('status', '--shell', shell.url)
    expect(status).toMatchObject({ codes: [code], exitCode })
    expect(status.result.remotes).toContainEqual(expect.objectContaining({ name: 'mf-users' }))
    expect(await team.command('prune', '--all', '--shell', shell.url)).toMatchObject({ codes: [code], exitCode })
  })

  /** As the file system does to an account without the permission. */
  async function deny(name: string) {
    const original = (await vi.importActual<typeof import('node:fs/promises')>('node:fs/promises')).readFile
    vi.mocked(readFile).mockImplementation(async (...args) => {
      if (String(args[0]).startsWith(join(team.store, name)))
        throw Object.assign(new Error(`EACCES: permission denied, open '${args[0]}'`), { code: 'EACCES' })
      return original(...args)
    })
    onTestFinished(() => void vi.mocked(readFile).mockReset())
  }
})

it.each([
  ['ENOSPC', 'the disk is full: make room, and run it again. ENOSPC'],
  ['EROFS', 'the file system is read-only: mount it for writing, and run it again. EROFS'],
  ['EIO', 'EIO'],
])('exits with code 1 after an unexpected %s, and says what to do', async (code, message) => {
  await team.addLive('1.0.0')
  vi.mocked(prune).mockRejectedValueOnce(Object.assign(new Error(`${code}: failed,\n write`), { code }))
  const { exitCode, stderr } = await printed('prune', '--all', '--key', team.keyFile)
  expect([exitCode, stderr]).toEqual([1, `prune failed: ${message}: failed, write`])
})

describe.each<[CommandName, (name: string) => string]>([
  ['publish', (name) => name],
  ['promote', (name) => `${name}@1.0.0`],
  ['rollback', (name) => name],
  ['status', (name) => name],
])('%s', (command, targetOf) => {
  it('refuses a hostile name in one line, and changes nothing', async () => {
    await team.addLive('1.0.0')
    const before = (await readdir(team.folder, { recursive: true })).sort()
    const hostile = ['a'.repeat(10_000), '../releases', 'mf-\ud800', 'mf-\0codes', 'mf\n\u202ecodes', '__proto__', ' ']
    for (const name of hostile) {
      const { exitCode, findings } = await team.command(command, targetOf(name))
      expect([exitCode, findings.length]).toEqual([5, 1])
      expect(findings[0]?.message).toMatch(/^[^\p{C}\u2028\u2029]{1,400}$/u)
    }
    expect((await readdir(team.folder, { recursive: true })).sort()).toEqual(before)
  })
})

it('reports a store with a path that is too long in one line', async () => {
  const { exitCode, stderr } = await printed('status', '--store', 'a'.repeat(10_000))
  expect(exitCode).toBe(2)
  expect(stderr).toMatch(/^status failed: a path is too long: choose a shorter one[^\n]{1,1100}$/)
})

it.each(['a'.repeat(10_000), 'mf-codes@', '@1.0.0', 'mf-codes@../1.0.0', 'mf-codes@\ud800'])(
  'promotes no version %.20s that cannot exist',
  async (target) => {
    await team.addLive('1.0.0')
    const { exitCode, findings } = await team.command('promote', target)
    expect(exitCode).toBe(5)
    expect(findings[0]?.message).toMatch(/^[^\p{C}]{1,400}$/u)
  },
)

it.each<[CommandName, string[], number]>([
  ['publish', ['mf-nowhere'], 5],
  ['promote', ['mf-codes@1.0.0'], 5],
  ['rollback', ['mf-codes'], 5],
  ['status', [], 0],
  ['verify', [], 4],
  ['prune', ['--all', '--key', 'missing.pem'], 0],
])('%s creates no store', async (command, args, exitCode) => {
  expect(await team.command(command, ...args)).toMatchObject({ exitCode })
  expect(await readdir(team.folder)).toEqual(['key.pem'])
})
