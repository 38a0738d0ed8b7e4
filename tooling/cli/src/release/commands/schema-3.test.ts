import { sign } from 'node:crypto'
import { readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  type Authority,
  canonicalBytes,
  type Entry,
  entryContent,
  keyIdOf,
  type SignedRegistry,
  stampContent,
} from '@canje/registry'
import { openStore, publicKeyOf, readKey, readRegistry } from '@canje/release-store'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import { openShellWithoutTabsOf } from '../testing/live-shell'
import { openSignedTeam, openTeam } from '../testing/team'

let template: Awaited<ReturnType<typeof openSignedTeam>>
let team: Awaited<ReturnType<typeof openTeam>>
let shell: Awaited<ReturnType<typeof openShellWithoutTabsOf>>
let authority: Authority
const key = (name: string) => join(team.folder, `${name}.pem`)

beforeAll(async () => {
  template = await openSignedTeam()
})
afterAll(() => template.close())
/** A shell that trusts a key per team. */
beforeEach(async () => {
  team = await openTeam(template.folder)
  shell = await openShellWithoutTabsOf(team.store, team.publicKey, { 'shared-auth': '1.4.0' })
  const { publicKeys, storeId } = template
  const tab = { id: 'codigos', label: 'Codigos', order: 2 }
  authority = {
    storeId,
    operatorKeys: [publicKeys.operator],
    remotes: {
      'mf-codes': { keys: [publicKeys.codes], tab, slots: [], owner: 'codes@example.com' },
      'mf-users': { keys: [publicKeys.users], slots: [] },
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

async function signatureOf(content: unknown, signer: string) {
  const signing = await readKey(key(signer))
  const value = sign(null, canonicalBytes(content), signing).toString('base64')
  return { keyId: await keyIdOf(publicKeyOf(signing)), value }
}

type Attack = (registry: SignedRegistry) => unknown

/** Changes the entry of mf-codes, and signs it again if there is a signer; its team records it too. */
function entryWith(change: (entry: Entry) => object, signer?: string, storeId?: string): Attack {
  return async ({ remotes, ...registry }) => {
    const [codes, ...others] = remotes.toSorted((one, other) => one.name.localeCompare(other.name))
    if (!codes) throw new Error('There is no entry.')
    const entry = { ...codes, ...change(codes) }
    const signature = signer && (await signatureOf(entryContent(storeId ?? registry.storeId, entry), signer))
    const changed = { ...entry, ...(signature && { signature }) }
    const record = JSON.stringify(changed)
    if (signer === 'codes') await writeFile(join(team.store, `history/mf-codes/${codes.serial}.json`), record)
    return { ...registry, remotes: [changed, ...others] }
  }
}

function stampWith(changes: object, signer = 'operator'): Attack {
  return async ({ stamp, ...registry }) => {
    const changed = { ...stamp, ...changes }
    const signature = await signatureOf(stampContent(registry.storeId, changed), signer)
    return { ...registry, stamp: { ...changed, signature } }
  }
}

/** Adds a field to the text of the registry. */
const textWith =
  (before: string, field: string): Attack =>
  (registry) =>
    JSON.stringify(registry).replace(before, `${field},${before}`)

const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
const liveWith = (changes: object) => entryWith(({ live }) => ({ live: live && { ...live, ...changes } }), 'codes')
const tabWith = (changes: object) => liveWith({ tab: { id: 'codigos', label: 'Codigos', order: 2, ...changes } })
const slot = { slot: 'detalle:usuario', module: './detalle:usuario', preload: [] }

/** With what `verify` says, and the exit code of a roll-back: it replaces an entry that its own team has signed. */
const attacks: [what: string, attack: Attack, message: RegExp, rollback: number][] = [
  ['an entry signed by another team', entryWith(() => ({}), 'users'), /mf-codes.* is signed with key/, 13],
  ['an entry of another store', entryWith(() => ({}), 'codes', 'other'), /was altered after it was signed/, 13],
  ['another store id', (registry) => ({ ...registry, storeId: 'other' }), /It is of the store other, not of /, 13],
  ['no entry', ({ remotes, ...rest }) => ({ ...rest, remotes: remotes.slice(1) }), /mf-\w+ has no entry/, 4],
  [
    'a withdrawn live version',
    entryWith(() => ({ withdrawn: ['1.1.0'] }), 'codes'),
    /live version 1\.1\.0, which is withdrawn/,
    0,
  ],
  ['the label of another tab', tabWith({ label: 'Usuarios' }), /which is not reserved for it/, 0],
  ['the order of another tab', tabWith({ order: 1 }), /which is not reserved for it/, 0],
  ['the slot of another tab', liveWith({ extensions: [slot] }), /detalle:usuario, which is not reserved/, 0],
  ['an unknown field', entryWith(() => ({ admin: 1 })), /was altered after it was signed/, 13],
  ['an own __proto__', textWith('"name":"mf-codes"', '"__proto__":{"a":1}'), /was altered after it was signed/, 13],
  ['10 MB', (registry) => ({ ...registry, more: 'x'.repeat(10_000_000) }), /has more than 4000000 characters\.$/, 4],
  ['deep nesting', textWith('"schema"', `"more":${nested}`), /cannot be verified: \w/, 4],
  ['an entry with deep nesting', textWith('"name"', `"more":${nested}`), /cannot be verified: \w/, 4],
  ['a stamp of the past', stampWith({ at: '2020-01-01T00:00:00Z', expires: '2020-01-08T00:00:00Z' }), /is stale/, 0],
  ['a stamp until 2500', stampWith({ expires: '2500-01-01T00:00:00.000Z' }), /stamp of .* is stale/, 0],
  ['the stamp of a team', stampWith({}, 'codes'), /stamp is signed with key/, 0],
]

it.each(attacks)('names %s in the registry, and signs it not again', async (_what, attack, message, rollback) => {
  const made = await attack(JSON.parse(await text()))
  await writeFile(join(team.store, 'registry.json'), typeof made === 'string' ? made : JSON.stringify(made))
  const before = await text()
  const verified = await team.command('verify', '--shell', shell.url)
  expect([new Set(verified.codes), verified.exitCode]).toEqual([new Set(['store-damaged']), 6])
  const messages = verified.findings.map((finding) => finding.message)
  expect(messages).toContainEqual(expect.stringMatching(message))
  for (const line of messages) expect(line).not.toMatch(/\n|\.\.$/)
  expect(await command('rollback', 'codes', 'mf-codes')).toMatchObject({ exitCode: rollback })
  if (rollback !== 0) expect(await text()).toBe(before)
})
