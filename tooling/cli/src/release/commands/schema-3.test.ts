import { createPrivateKey } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Authority } from '@canje/registry'
import { createKey, openStore, publicKeyOf, readRegistry } from '@canje/release-store'
import { anotherRemote } from '@canje/release-store/testing'
import { afterEach, beforeEach, expect, it, onTestFinished } from 'vitest'
import { openShellWithoutTabsOf } from '../testing/live-shell'
import { openTeam } from '../testing/team'

let team: Awaited<ReturnType<typeof openTeam>>
let shell: Awaited<ReturnType<typeof openShellWithoutTabsOf>>
let authority: Authority
const key = (name: string) => join(team.folder, `${name}.pem`)

/** A converted store with mf-codes 1.1.0 after 1.0.0, and mf-users, and a shell that trusts a key per team. */
beforeEach(async () => {
  team = await openTeam()
  await team.addLive('1.0.0')
  await team.addLive('1.1.0')
  await team.addLive('1.0.0', anotherRemote('mf-users'))
  const publicKeys: Record<string, string> = {}
  for (const name of ['operator', 'codes', 'users']) {
    const pem = createKey()
    await writeFile(key(name), pem)
    publicKeys[name] = publicKeyOf(createPrivateKey(pem))
  }
  shell = await openShellWithoutTabsOf(team.store, team.publicKey, { 'shared-auth': '1.4.0' })
  const { result } = await team.command('convert', '--operator-key', key('operator'))
  const tab = { id: 'codigos', label: 'Codigos', order: 2 }
  authority = {
    storeId: String(result.storeId),
    operatorKeys: [publicKeys.operator ?? ''],
    remotes: {
      'mf-codes': { keys: [publicKeys.codes ?? ''], tab, slots: [], owner: 'codes@example.com' },
      'mf-users': { keys: [publicKeys.users ?? ''], slots: [] },
    },
  }
  shell.entrust(authority)
})
afterEach(async () => {
  await shell.close()
  await team.close()
})

const command = (name: string, signer: string, ...args: string[]) =>
  team.command(name, ...args, '--key', key(signer), '--shell', shell.url)
const text = () => readFile(join(team.store, 'registry.json'), 'utf8')

it('rolls back, promotes, withdraws and retires with the key of the team', async () => {
  expect(await command('rollback', 'codes', 'mf-codes', '--reason', 'Falla')).toMatchObject({ exitCode: 0 })
  expect(await team.versions()).toMatchObject({ 'mf-codes': ['1.0.0'] })
  expect(await command('promote', 'codes', 'mf-codes@1.1.0')).toMatchObject({ exitCode: 0 })
  const withdrawn = { exitCode: 0, result: { name: 'mf-codes', withdrawn: '1.1.0', live: '1.0.0' } }
  expect(await command('withdraw', 'codes', 'mf-codes@1.1.0', '--reason', 'Borra codigos')).toMatchObject(withdrawn)
  const refused = await command('promote', 'codes', 'mf-codes@1.1.0')
  expect([refused.codes, refused.exitCode]).toEqual([['version-withdrawn'], 3])
  expect(await command('rollback', 'codes', 'mf-codes')).toMatchObject({ exitCode: 5, codes: ['no-previous'] })
  expect(await command('retire', 'codes', 'mf-codes')).toMatchObject({ exitCode: 0 })
  const { result, exitCode } = await team.command('history', 'mf-codes', '--shell', shell.url)
  expect(exitCode).toBe(0)
  expect(result.remotes).toMatchObject([
    {
      name: 'mf-codes',
      changes: [
        { command: 'retire', live: null },
        { command: 'withdraw', to: '1.1.0', reason: 'Borra codigos', live: '1.0.0' },
        { command: 'promote', to: '1.1.0' },
        { command: 'rollback', to: '1.0.0', reason: 'Falla' },
        { command: 'convert' },
      ],
    },
  ])
  expect(await team.command('verify', '--shell', shell.url)).toMatchObject({ exitCode: 0, notes: [] })
  const withKey = await team.command('verify', '--shell', shell.url, '--registry-key', team.publicKey)
  expect(withKey).toMatchObject({ exitCode: 0, notes: [expect.stringContaining('--registry-key is not used')] })
})

it.each([
  ['rollback', ['mf-codes'], 13],
  ['withdraw', ['mf-codes@1.1.0', '--reason', 'x'], 13],
  ['retire', ['mf-codes'], 13],
  ['promote', ['mf-codes@1.0.0'], 4],
  ['refresh', [], 13],
])('%s changes nothing with the key of another team', async (name, args, exitCode) => {
  const before = await text()
  expect(await command(name, 'users', ...args)).toMatchObject({ exitCode })
  expect(await text()).toBe(before)
  expect(await readdir(join(team.store, 'history/mf-codes'))).toHaveLength(1)
})

it.each([
  ['a version that the store does not have', 'mf-codes@9.9.9', 'version-unknown'],
  ['the only release', 'mf-users@1.0.0', 'no-previous'],
])('withdraws not %s', async (_what, release, code) => {
  const before = await text()
  const { codes, exitCode } = await command('withdraw', 'operator', release, '--reason', 'x')
  expect([codes, exitCode]).toEqual([[code], 5])
  expect(await text()).toBe(before)
})

it('says what a withdrawal would do', async () => {
  const before = await text()
  const { result } = await command('withdraw', 'codes', 'mf-codes@1.1.0', '--reason', 'x', '--dry-run')
  expect(result).toEqual({ name: 'mf-codes', withdrawn: '1.1.0', live: '1.0.0' })
  expect(await text()).toBe(before)
})

it('refuses a tab that the shell reserves for nobody', async () => {
  await team.add('2.0.0', { tab: { id: 'codigos', label: 'Otros', order: 2 } })
  const { codes, exitCode } = await command('promote', 'codes', 'mf-codes@2.0.0')
  expect([codes, exitCode]).toEqual([['not-reserved'], 13])
})

/** Reserves the tab of mf-codes with another order. */
function entrust(order: number) {
  const tab = { id: 'codigos', label: 'Codigos', order }
  const codes = { keys: [], slots: [], ...authority.remotes['mf-codes'], tab }
  shell.entrust({ ...authority, remotes: { ...authority.remotes, 'mf-codes': codes } })
}

it('withdraws in favour of the newest release whose tab is the reserved one', async () => {
  for (const [version, order] of [
    ['2.0.0', 3],
    ['3.0.0', 2],
  ] as const) {
    entrust(order)
    await team.add(version, { tab: { id: 'codigos', label: 'Codigos', order } })
    expect(await command('promote', 'codes', `mf-codes@${version}`)).toMatchObject({ exitCode: 0 })
  }
  const withdrawal = ['mf-codes@3.0.0', '--reason', 'x']
  const { result } = await command('withdraw', 'codes', ...withdrawal)
  expect(result).toEqual({ name: 'mf-codes', withdrawn: '3.0.0', live: '1.1.0' })
  const { remotes } = JSON.parse(await text())
  const codes = remotes.find((one: { name: string }) => one.name === 'mf-codes')
  expect([codes.live.version, codes.previous.map((one: { version: string }) => one.version)]).toEqual([
    '1.1.0',
    ['2.0.0', '1.0.0'],
  ])
})

it.each<[string, string[]]>([
  ['rollback', ['mf-codes']],
  ['withdraw', ['mf-codes@1.1.0', '--reason', 'x']],
])('%s refuses a previous release whose tab is no longer the reserved one', async (name, args) => {
  const before = await text()
  entrust(3)
  for (const dryRun of [['--dry-run'], []]) {
    const { codes, exitCode, findings } = await command(name, 'codes', ...args, ...dryRun)
    expect([codes, exitCode]).toEqual([['not-reserved'], 13])
    expect(findings[0]?.message).toContain('mf-codes has the tab "Codigos" (codigos, order 2)')
  }
  expect(await text()).toBe(before)
  entrust(2)
  expect(await command(name, 'codes', ...args)).toMatchObject({ exitCode: 0, codes: [] })
})

it('renews the stamp with the key of an operator', async () => {
  const before = (await readRegistry(openStore(team.store)))?.json
  const { exitCode, result } = await command('refresh', 'operator')
  expect(exitCode).toBe(0)
  expect(Date.parse(String(result.expires))).toBeGreaterThan(Date.now() + 6 * 86_400_000)
  expect((await readRegistry(openStore(team.store)))?.json).not.toEqual(before)
})

it('verify names the first broken link, and an entry that its team has not signed', async () => {
  await command('rollback', 'codes', 'mf-codes')
  const folder = join(team.store, 'history/mf-codes')
  const [first = ''] = (await readdir(folder)).sort()
  await writeFile(join(folder, first), '{}')
  const { findings, exitCode } = await team.command('verify', '--shell', shell.url)
  expect(exitCode).toBe(6)
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^history\/mf-codes\/\d+\.json follows an/),
  ])
  await writeFile(join(team.store, 'registry.json'), (await text()).replace('"label": "Codigos"', '"label": "Otros"'))
  expect((await team.command('verify', '--shell', shell.url)).findings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/mf-codes\/\d+\.json was altered after it was signed/),
  )
})

it('names the remotes that a candidate shell would refuse', async () => {
  // It meets no requirement, so no release is opened.
  const candidate = await openShellWithoutTabsOf(team.store, team.publicKey, { 'shared-auth': '0.1.0' })
  onTestFinished(async () => {
    await candidate.close()
  })
  const faults = async (tab: { id: string; label: string; order: number }) => {
    candidate.entrust({
      ...authority,
      remotes: { 'mf-codes': { keys: authority.operatorKeys.slice(), tab, slots: [] } },
    })
    const { findings } = await team.command('check-shell', candidate.url)
    return findings.filter(({ code }) => code === 'key-not-trusted').map(({ message }) => message)
  }
  expect(await faults({ id: 'codigos', label: 'Codigos', order: 2 })).toEqual([])
  expect(await faults({ id: 'codigos', label: 'Codigos', order: 3 })).toEqual([
    expect.stringContaining('mf-codes has the tab'),
  ])
})
