import { createPrivateKey } from 'node:crypto'
import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { hashOf, keyIdOf, readShellConfig, readState, type SeenState, type State } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import { createKey, publicKeyOf, readKey, signState } from '@canje/release-store'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
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
  shell = await openShellWithoutTabs({ ...trust, storeUrl: await team.serve() }, { 'shared-auth': '1.4.0' })
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
const LIVE = 'mf-codes/live.json'
const logged = (n: number, epoch = 1) => join(team.store, `mf-codes/log/${epoch}/${n}.json`)
const text = () => readFile(join(team.store, LIVE), 'utf8')
const newest = async (): Promise<State> => JSON.parse(await text())

it('rolls back, promotes and withdraws with the key of the team', async () => {
  expect(await command('rollback', 'codes', 'mf-codes', '--reason', 'Falla')).toMatchObject({ exitCode: 0 })
  expect(await team.versions()).toMatchObject({ 'mf-codes': ['1.0.0'] })
  expect(await command('promote', 'codes', 'mf-codes@1.1.0')).toMatchObject({ exitCode: 0 })
  const result = { name: 'mf-codes', withdrawn: '1.1.0', live: '1.0.0', confirmed: true }
  const withdrawn = { exitCode: 0, result }
  expect(await command('withdraw', 'codes', 'mf-codes@1.1.0', '--reason', 'Borra codigos')).toMatchObject(withdrawn)
  const refused = await command('promote', 'codes', 'mf-codes@1.1.0')
  expect([refused.codes, refused.exitCode]).toEqual([['version-withdrawn'], 3])
  expect(await command('rollback', 'codes', 'mf-codes')).toMatchObject({ exitCode: 5, codes: ['no-previous'] })
  // As after a kill in its last step.
  expect(await command('withdraw', 'codes', 'mf-codes@1.1.0', '--reason', 'Borra codigos')).toMatchObject(withdrawn)
  const status = await team.command('status', 'mf-codes', '--log', '--shell', shell.url)
  expect(status.exitCode).toBe(0)
  const log = [
    { command: 'withdraw', withdrawn: ['1.1.0'], reason: 'Borra codigos', live: '1.0.0' },
    { command: 'promote', live: '1.1.0' },
    { command: 'rollback', live: '1.0.0', reason: 'Falla' },
    { command: 'publish', live: '1.1.0' },
    { command: 'publish', live: '1.0.0' },
  ]
  expect(status.result.remotes).toMatchObject([{ name: 'mf-codes', owner: 'codes@example.com', log }])
  expect(await verify()).toMatchObject({ exitCode: 0, notes: [] })
})

it.each([
  ['rollback', ['mf-codes']],
  ['withdraw', ['mf-codes@1.1.0', '--reason', 'x']],
  ['promote', ['mf-codes@1.0.0']],
  ['prune', ['mf-codes', '--days', '0']],
])('%s changes nothing with the key of another team', async (name, args) => {
  const before = await text()
  expect(await command(name, 'users', ...args)).toMatchObject({ exitCode: 3 })
  expect(await text()).toBe(before)
  expect(await readdir(join(team.store, 'mf-codes/log/1'))).toHaveLength(2)
})

it.each([
  ['rollback', ['mf-codes']],
  ['withdraw', ['mf-codes@1.1.0', '--reason', 'x']],
])('%s works while no shell responds, with the key that signed the newest state', async (name, args) => {
  const silent = ['--shell', 'http://localhost:1/']
  const refused = await team.command(name, ...args, '--key', keyFile('codes'), ...silent)
  expect(refused).toMatchObject({ exitCode: 3, error: expect.stringContaining('Name a shell') })
  const { exitCode, result, notes } = await team.command(name, ...args, '--key', keyFile('operator'), ...silent)
  expect([exitCode, result.confirmed]).toEqual([0, false])
  expect(notes).toEqual([expect.stringContaining('http://localhost:1/ cannot be read')])
  expect(await team.versions()).toMatchObject({ 'mf-codes': ['1.0.0'] })
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

it('rotates a key: pages that are open accept the state throughout', async () => {
  let seen: SeenState | undefined
  /** As a page that takes the config over, and keeps the newest state that it has accepted. */
  const page = async () => {
    const { storeUrl, authority } = readShellConfig(await (await fetch(`${shell.url}config.json`)).json())
    const { remote, keyId, n, hash } = await readState(await newest(), { storeUrl, authority, name: 'mf-codes', seen })
    seen = { n, hash }
    return { live: remote?.live.version, keyId }
  }
  const entrust = (...names: (keyof typeof publicKeys)[]) =>
    shell.entrust({ remotes: { ...trust.remotes, 'mf-codes': codesWith(...names) } })
  await command('rollback', 'codes', 'mf-codes')
  const version = '1.0.0'
  expect(await page()).toEqual({ live: version, keyId: await keyIdOf(publicKeys.codes) })
  const rotate = () => command('promote', 'next', `mf-codes@${version}`)
  expect(await rotate()).toMatchObject({ codes: ['key-not-trusted'], exitCode: 3 })

  entrust('codes', 'next')
  expect(await page()).toEqual({ live: version, keyId: await keyIdOf(publicKeys.codes) })
  const versions = await team.versions()
  expect(await rotate()).toMatchObject({ exitCode: 0, result: { version, live: true, confirmed: true } })
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
  const { result } = await team.command('status', 'mf-codes', '--log', '--shell', shell.url)
  const log = ['promote', 'rollback', 'publish', 'publish'].map((name) => ({ command: name, verified: true }))
  expect(result.remotes).toMatchObject([
    { log: [{ ...log[0], keyId: await keyIdOf(publicKeys.next) }, ...log.slice(1)] },
  ])
})

it('recovers from a stolen key: without it, in a new epoch', async () => {
  await command('withdraw', 'operator', 'mf-codes@1.0.0', '--reason', 'Borra codigos')
  const { signature: _, ...stolen } = await newest()
  const change = { ...stolen.change, before: await hashOf(await newest()) }
  const forged = await signState({ ...stolen, n: stolen.n + 1, change }, await readKey(keyFile('codes')))
  for (const path of [logged(forged.n), join(team.store, LIVE)]) await writeFile(path, `${JSON.stringify(forged)}\n`)
  expect(await verify()).toMatchObject({ exitCode: 0 })

  shell.entrust({ remotes: { ...trust.remotes, 'mf-codes': { ...codesWith('next'), epoch: 2 } } })
  const promoted = await command('promote', 'next', 'mf-codes@1.1.0')
  expect(promoted).toMatchObject({ exitCode: 0, result: { confirmed: true } })
  expect(await newest()).toMatchObject({ epoch: 2, n: 1, withdrawn: ['1.0.0'], previous: [] })
  expect(await verify()).toMatchObject({ exitCode: 0 })
})

it('names what the config of a live shell orphans', async () => {
  await command('rollback', 'codes', 'mf-codes')
  shell.entrust({ remotes: { 'mf-codes': codesWith('next') } })
  const { codes, exitCode, findings, notes } = await verify()
  expect([codes, exitCode]).toEqual([['store-damaged'], 6])
  expect(findings[0]?.message).toMatch(/mf-codes\/log\/1\/3\.json is signed with key \w+, not with /)
  expect(notes).toEqual([`The shell at ${shell.url} does not list mf-users.`])
  const { result } = await team.command('status', 'mf-users', '--shell', shell.url)
  expect(result.remotes).toMatchObject([{ unmet: [`The shell at ${shell.url} does not list mf-users.`] }])
  shell.entrust({ remotes: { ...trust.remotes, 'mf-users': { ...usersOf('users'), tab: codesWith('users').tab } } })
  expect((await verify()).notes).toContainEqual(
    expect.stringMatching(/leaves out a remote: remotes\.mf-users\.tab\.id: "codigos" looks/),
  )
})

it('changes an orphaned remote once its key is listed again', async () => {
  await command('rollback', 'codes', 'mf-codes')
  const rotate = () => command('promote', 'next', 'mf-codes@1.0.0')
  shell.entrust({ remotes: { ...trust.remotes, 'mf-codes': codesWith('next') } })
  expect(await rotate()).toMatchObject({ exitCode: 6, codes: expect.arrayContaining(['store-damaged']) })
  shell.entrust({ remotes: { ...trust.remotes, 'mf-codes': codesWith('codes', 'next') } })
  expect(await rotate()).toMatchObject({ exitCode: 0 })
})

const AT = '2026-11-20T12:00:00.000Z'

type Attack = (state: State) => unknown

/** Changes the newest state of mf-codes, and signs it again if there is a signer. */
const stateWith =
  (changes: object, signer?: string): Attack =>
  async ({ signature, ...content }) => {
    const changed = { ...content, ...changes }
    return signer ? signState(changed, await readKey(keyFile(signer))) : { ...changed, signature }
  }

/** Adds a field to the text of a state. */
const textWith =
  (before: string, field: string): Attack =>
  (state) =>
    JSON.stringify(state).replace(before, `${field},${before}`)

const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`

/** With what `verify` says. */
const attacks: [what: string, attack: Attack, message: RegExp][] = [
  ['a state signed by another team', stateWith({}, 'users'), /3\.json is signed with key/],
  ['a state of another store', stateWith({ storeId: 'other' }, 'codes'), /is of the store other, not of /],
  ['a state of another remote', stateWith({ name: 'mf-users' }, 'codes'), /is a state of mf-users/],
  ['a gap', stateWith({ n: 9 }, 'codes'), /is the state 9 of the epoch 1/],
  ['a far number', stateWith({ n: Number.MAX_SAFE_INTEGER }, 'codes'), /is the state 9007199254740991 of the epoch 1/],
  ['a state of another epoch', stateWith({ epoch: 3 }, 'codes'), /is the state 3 of the epoch 3/],
  ['a fork', stateWith({ change: { command: 'publish', at: AT, before: null } }, 'codes'), /does not follow /],
  ['a withdrawn live version', stateWith({ withdrawn: ['1.0.0'] }, 'codes'), /must not release a version/],
  ['an altered state', stateWith({ admin: 1 }), /was altered after it was signed/],
  ['an own __proto__', textWith('"name":"mf-codes"', '"__proto__":{"a":1}'), /was altered|is not a valid state/],
  ['10 MB', (state) => ({ ...state, more: 'x'.repeat(10_000_000) }), /has more than 1000000 characters/],
  ['deep nesting', textWith('"format"', `"more":${nested}`), /is not a valid state/],
  ['a torn state', (state) => JSON.stringify(state).slice(0, 99), /is not JSON/],
  ['HTML', () => '<html>', /is not JSON/],
]

it.each(attacks)('names %s, and continues it not', async (_what, attack, message) => {
  expect(await command('rollback', 'codes', 'mf-codes')).toMatchObject({ exitCode: 0 })
  const made = await attack(await newest())
  const forged = typeof made === 'string' ? made : JSON.stringify(made)
  await writeFile(logged(3), forged)
  const verified = await verify()
  expect([new Set(verified.codes), verified.exitCode]).toEqual([new Set(['store-damaged']), 6])
  const messages = verified.findings.map((finding) => finding.message)
  expect(messages).toContainEqual(expect.stringMatching(message))
  for (const line of messages) expect(line).not.toMatch(/\n|\.\.$/)
  expect((await command('promote', 'codes', 'mf-codes@1.1.0')).exitCode).toBeGreaterThan(2)
  expect(await readFile(logged(3), 'utf8')).toBe(forged)
})

it('names a log that is lost, a gap, and a copy of an older state', async () => {
  const older = await text()
  await command('rollback', 'codes', 'mf-codes')
  await writeFile(join(team.store, LIVE), older)
  expect((await verify()).findings[0]?.message).toContain('copies the state 2, and 3 is the newest')
  await rm(logged(2))
  expect((await verify()).findings.map(({ message }) => message)).toContainEqual(
    expect.stringMatching(/2\.json is missing, and a later one exists/),
  )
  await rm(join(team.store, 'mf-codes/log'), { recursive: true })
  const lost = await verify()
  expect(lost.findings[0]?.message).toContain('copies no state of the log, which is empty')
  expect(lost.exitCode).toBe(6)
})

it('notes a listed remote that has no state yet', async () => {
  await rm(join(team.store, 'mf-codes'), { recursive: true })
  const { exitCode, notes } = await verify()
  expect(exitCode).toBe(0)
  expect(notes).toContainEqual(expect.stringContaining('mf-codes has no state in the epoch 1: release the remote.'))
})
