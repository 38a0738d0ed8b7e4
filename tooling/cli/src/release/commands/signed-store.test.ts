import { createPrivateKey, sign } from 'node:crypto'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import {
  canonicalBytes,
  type Entry,
  keyIdOf,
  parseRegistry,
  type Registry,
  readShellConfig,
  type Serials,
  signedContent,
} from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import { createKey, publicKeyOf, readKey } from '@canje/release-store'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, onTestFinished } from 'vitest'
import type { TrustJson } from '../../dev-stack'
import { openShellWithoutTabs } from '../testing/live-shell'
import { openTeam } from '../testing/team'

type Team = Awaited<ReturnType<typeof openTeam>>
const NAMES = ['codes', 'users', 'next'] as const

let template: Team
let publicKeys: Record<(typeof NAMES)[number] | 'operator', string>
let team: Team
let trust: TrustJson
let shell: Awaited<ReturnType<typeof openShellWithoutTabs>>

/** A store with mf-codes 1.1.0 after 1.0.0 and mf-users, which the operator has signed, and the keys of two teams. */
beforeAll(async () => {
  template = await openTeam()
  for (const version of ['1.0.0', '1.1.0']) await template.addLive(version)
  await template.addLive('1.0.0', { name: 'mf-users' })
  const [codes, users, next] = await Promise.all(NAMES.map(makeKey))
  publicKeys = { operator: template.publicKey, codes, users, next } as typeof publicKeys
})
afterAll(() => template.close())

async function makeKey(name: string): Promise<string> {
  const pem = createKey()
  await writeFile(join(template.folder, `${name}.pem`), pem)
  return publicKeyOf(createPrivateKey(pem))
}

beforeEach(async () => {
  team = await openTeam()
  await cp(template.folder, team.folder, { recursive: true })
  trust = { ...template.trust(), remotes: { 'mf-codes': codesWith('codes'), 'mf-users': usersOf('users') } }
  shell = await openShellWithoutTabs(trust, { 'shared-auth': '1.4.0' })
})
afterEach(async () => {
  await shell.close()
  await team.close()
})

/** The listing of mf-codes with keys. */
const codesWith = (...names: (keyof typeof publicKeys)[]) =>
  exampleListing({ keys: names.map((name) => publicKeys[name]), owner: 'codes@example.com' })
const usersOf = (name: keyof typeof publicKeys) =>
  exampleListing({ keys: [publicKeys[name]], tab: { id: 'usuarios', label: 'Usuarios', order: 1 } })
const keyFile = (name: string) => join(team.folder, name === 'operator' ? 'key.pem' : `${name}.pem`)
const command = (name: string, signer: string, ...args: string[]) =>
  team.command(name, ...args, '--key', keyFile(signer), '--shell', shell.url)
const verify = () => team.command('verify', '--shell', shell.url)
const text = () => readFile(join(team.store, 'registry.json'), 'utf8')

it('rolls back, promotes and withdraws with the key of the team', async () => {
  expect(await command('rollback', 'codes', 'mf-codes', '--reason', 'Falla')).toMatchObject({ exitCode: 0 })
  expect(await team.versions()).toMatchObject({ 'mf-codes': ['1.0.0'] })
  expect(await command('promote', 'codes', 'mf-codes@1.1.0')).toMatchObject({ exitCode: 0 })
  const withdrawn = { exitCode: 0, result: { name: 'mf-codes', withdrawn: '1.1.0', live: '1.0.0' } }
  expect(await command('withdraw', 'codes', 'mf-codes@1.1.0', '--reason', 'Borra codigos')).toMatchObject(withdrawn)
  const refused = await command('promote', 'codes', 'mf-codes@1.1.0')
  expect([refused.codes, refused.exitCode]).toEqual([['version-withdrawn'], 3])
  expect(await command('rollback', 'codes', 'mf-codes')).toMatchObject({ exitCode: 5, codes: ['no-previous'] })
  const { result, exitCode } = await team.command('history', 'mf-codes', '--shell', shell.url)
  expect(exitCode).toBe(0)
  expect(result.remotes).toMatchObject([
    {
      name: 'mf-codes',
      changes: [
        { command: 'withdraw', to: '1.1.0', reason: 'Borra codigos', live: '1.0.0' },
        { command: 'promote', to: '1.1.0' },
        { command: 'rollback', to: '1.0.0', reason: 'Falla' },
        { command: 'publish', to: '1.1.0' },
        { command: 'publish', to: '1.0.0' },
      ],
    },
  ])
  expect(await verify()).toMatchObject({ exitCode: 0, notes: [] })
})

it.each([
  ['rollback', ['mf-codes'], 13],
  ['withdraw', ['mf-codes@1.1.0', '--reason', 'x'], 13],
  ['promote', ['mf-codes@1.0.0'], 4],
])('%s changes nothing with the key of another team', async (name, args, exitCode) => {
  const before = await text()
  expect(await command(name, 'users', ...args)).toMatchObject({ exitCode })
  expect(await text()).toBe(before)
  expect(await readdir(join(team.store, 'history/mf-codes'))).toHaveLength(2)
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

it('rotates a key: pages that are open accept the entry throughout', async () => {
  let seen: Serials = {}
  /** As a page that takes the config over, and keeps the newest serial that it has seen. */
  const page = async () => {
    const { storeUrl, authority } = readShellConfig(await (await fetch(`${shell.url}config.json`)).json())
    const { findings, remotes, serials } = await parseRegistry(JSON.parse(await text()), storeUrl, authority, seen)
    seen = serials
    expect(findings).toEqual([])
    const live = remotes.find(({ name }) => name === 'mf-codes')?.live.version
    return { live, keyId: serials['mf-codes']?.keyId }
  }
  const entrust = (...names: (keyof typeof publicKeys)[]) =>
    shell.entrust({ remotes: { ...trust.remotes, 'mf-codes': codesWith(...names) } })
  await command('rollback', 'codes', 'mf-codes')
  const version = '1.0.0'
  expect(await page()).toEqual({ live: version, keyId: await keyIdOf(publicKeys.codes) })
  const rotate = () => command('promote', 'next', `mf-codes@${version}`)
  expect(await rotate()).toMatchObject({ codes: ['key-not-trusted'], exitCode: 4 })

  entrust('codes', 'next')
  expect(await page()).toEqual({ live: version, keyId: await keyIdOf(publicKeys.codes) })
  const versions = await team.versions()
  expect(await rotate()).toMatchObject({ exitCode: 0, result: { version, live: true } })
  expect(await team.versions()).toEqual(versions)
  expect(await page()).toEqual({ live: version, keyId: await keyIdOf(publicKeys.next) })

  const before = await text()
  expect(await rotate()).toMatchObject({ exitCode: 0 })
  expect(await text()).toBe(before)
  entrust('next')
  expect(await page()).toEqual({ live: version, keyId: await keyIdOf(publicKeys.next) })
  expect(await command('rollback', 'codes', 'mf-codes')).toMatchObject({ codes: ['no-previous'] })
  expect(await command('promote', 'codes', 'mf-codes@1.1.0')).toMatchObject({ codes: ['key-not-trusted'] })
  expect(await verify()).toMatchObject({ exitCode: 0, notes: [] })
  const { result } = await team.command('history', 'mf-codes', '--shell', shell.url)
  const commands = ['promote', 'rollback', 'publish', 'publish'].map((name) => ({ command: name }))
  const changes = [{ ...commands[0], keyId: await keyIdOf(publicKeys.next) }, ...commands.slice(1)]
  expect(result.remotes).toMatchObject([{ changes }])
})

it('names what the config of a live shell orphans', async () => {
  await command('rollback', 'codes', 'mf-codes')
  shell.entrust({ remotes: { 'mf-codes': codesWith('next') } })
  const { codes, exitCode, findings, notes } = await verify()
  expect([codes, exitCode]).toEqual([['store-damaged'], 6])
  expect(findings[0]?.message).toMatch(/refuses a part of the registry: mf-codes is signed with key \w+, not with /)
  expect(notes).toEqual([`The shell at ${shell.url} does not list mf-users.`])
  const { result } = await team.command('status', 'mf-users', '--shell', shell.url)
  expect(result.remotes).toMatchObject([{ unmet: [`The shell at ${shell.url} does not list mf-users.`] }])
})

it('changes an orphaned entry once its key is listed again', async () => {
  await command('rollback', 'codes', 'mf-codes')
  const rotate = () => command('promote', 'next', 'mf-codes@1.0.0')
  shell.entrust({ remotes: { ...trust.remotes, 'mf-codes': codesWith('next') } })
  expect(await rotate()).toMatchObject({ exitCode: 13, error: expect.stringContaining('list the key in config.json') })
  shell.entrust({ remotes: { ...trust.remotes, 'mf-codes': codesWith('codes', 'next') } })
  expect(await rotate()).toMatchObject({ exitCode: 0 })
})

it('names what the config of a candidate shell would orphan', async () => {
  await command('rollback', 'codes', 'mf-codes')
  // It meets no requirement, so no release is opened.
  const candidate = await openShellWithoutTabs(trust, { 'shared-auth': '0.1.0' })
  onTestFinished(async () => {
    await candidate.close()
  })
  const orphans = async (remotes: object) => {
    candidate.entrust({ remotes: { ...remotes } })
    const { findings, notes, result } = await team.command('check-shell', candidate.url)
    const named = findings.filter(({ code }) => code !== 'requirement-unmet')
    const opened = JSON.parse(JSON.stringify(result.releases)).map(({ name }: { name: string }) => name)
    return { named: named.map(({ code, message }) => `${code}: ${message}`), notes, opened: [...new Set(opened)] }
  }
  const both = ['mf-codes', 'mf-users']
  expect(await orphans(trust.remotes)).toEqual({ named: [], notes: expect.any(Array), opened: both })
  expect(await orphans({ 'mf-codes': codesWith('next') })).toEqual({
    named: [expect.stringMatching(/^key-not-trusted: .* mf-codes is signed with key \w+, not with /)],
    notes: expect.arrayContaining([`The shell at ${candidate.url} does not list mf-users.`]),
    opened: ['mf-codes'],
  })
  const clashing = { ...trust.remotes, 'mf-users': { ...usersOf('users'), tab: codesWith('users').tab } }
  expect(await orphans(clashing)).toEqual({
    named: [expect.stringMatching(/^not-listed: .* leaves out a remote: remotes\.mf-users\.tab\.id: "codigos" looks/)],
    notes: expect.any(Array),
    opened: ['mf-codes'],
  })
})

it('names the first broken link, and an entry that its team has not signed', async () => {
  await command('rollback', 'codes', 'mf-codes')
  const folder = join(team.store, 'history/mf-codes')
  const [, second = ''] = (await readdir(folder)).sort()
  await writeFile(join(folder, second), '{}')
  const { findings, exitCode } = await verify()
  expect(exitCode).toBe(6)
  expect(findings.map(({ message }) => message)).toEqual([
    expect.stringMatching(/^history\/mf-codes\/\d+\.json follows an/),
  ])
  await writeFile(join(team.store, 'registry.json'), (await text()).replace('"build": "b1.0.0"', '"build": "b9"'))
  expect((await verify()).findings.map(({ message }) => message)).toContainEqual(
    expect.stringContaining('mf-codes was altered after it was signed'),
  )
})

type Attack = (registry: Registry) => unknown

/** Changes the entry of mf-codes, and signs it again if there is a signer; its team records it too. */
function entryWith(change: (entry: Entry) => object, signer?: string, storeId?: string): Attack {
  return async ({ remotes, ...registry }) => {
    const [codes, ...others] = remotes.toSorted((one, other) => one.name.localeCompare(other.name))
    if (!codes) throw new Error('There is no entry.')
    const entry = { ...codes, ...change(codes) }
    const signature = signer && (await signatureOf(signedContent(storeId ?? registry.storeId, entry), signer))
    const changed = { ...entry, ...(signature && { signature }) }
    const record = JSON.stringify(changed)
    if (signer === 'codes') await writeFile(join(team.store, `history/mf-codes/${codes.serial}.json`), record)
    return { ...registry, remotes: [changed, ...others] }
  }
}

async function signatureOf(content: unknown, signer: string) {
  const signing = await readKey(keyFile(signer))
  const value = sign(null, canonicalBytes(content), signing).toString('base64')
  return { keyId: await keyIdOf(publicKeyOf(signing)), value }
}

/** Adds a field to the text of the registry. */
const textWith =
  (before: string, field: string): Attack =>
  (registry) =>
    JSON.stringify(registry).replace(before, `${field},${before}`)

const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

/** With what `verify` says, and the exit code of a roll-back: it replaces an entry that its own team has signed. */
const attacks: [what: string, attack: Attack, message: RegExp, rollback: number][] = [
  ['an entry signed by another team', entryWith(() => ({}), 'users'), /mf-codes.* is signed with key/, 13],
  ['an entry of another store', entryWith(() => ({}), 'codes', 'other'), /was altered after it was signed/, 13],
  ['another store id', (registry) => ({ ...registry, storeId: 'other' }), /It is of the store other, not of /, 13],
  [
    'a withdrawn live version',
    entryWith(() => ({ withdrawn: ['1.1.0'] }), 'codes'),
    /live version 1\.1\.0, which is withdrawn/,
    0,
  ],
  ['an unknown field', entryWith(() => ({ admin: 1 })), /was altered after it was signed/, 13],
  ['an own __proto__', textWith('"name":"mf-codes"', '"__proto__":{"a":1}'), /was altered after it was signed/, 13],
  ['10 MB', (registry) => ({ ...registry, more: 'x'.repeat(10_000_000) }), /has more than 4000000 characters\.$/, 4],
  ['deep nesting', textWith('"format"', `"more":${nested}`), /cannot be verified: \w/, 4],
  ['an entry with deep nesting', textWith('"name"', `"more":${nested}`), /cannot be verified: \w/, 4],
]

it.each(attacks)('names %s in the registry, and signs it not again', async (_what, attack, message, rollback) => {
  const made = await attack(JSON.parse(await text()))
  await writeFile(join(team.store, 'registry.json'), typeof made === 'string' ? made : JSON.stringify(made))
  const before = await text()
  const verified = await verify()
  expect([new Set(verified.codes), verified.exitCode]).toEqual([new Set(['store-damaged']), 6])
  const messages = verified.findings.map((finding) => finding.message)
  expect(messages).toContainEqual(expect.stringMatching(message))
  for (const line of messages) expect(line).not.toMatch(/\n|\.\.$/)
  expect(await command('rollback', 'codes', 'mf-codes')).toMatchObject({ exitCode: rollback })
  if (rollback !== 0) expect(await text()).toBe(before)
})
