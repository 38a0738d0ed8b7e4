import { createPrivateKey } from 'node:crypto'
import { cp, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { exampleListing } from '@canje/registry/testing'
import { createKey, publicKeyOf } from '@canje/release-store'
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
const text = () => readFile(join(team.store, LIVE), 'utf8')

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
    { verified: true, command: 'withdraw', withdrawn: ['1.1.0'], reason: 'Borra codigos', live: '1.0.0' },
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
])('%s changes nothing with the key of another team, and a dry run says so', async (name, args) => {
  const before = await text()
  expect(await command(name, 'users', ...args)).toMatchObject({ exitCode: 3, codes: ['key-not-trusted'] })
  expect(await command(name, 'users', ...args, '--dry-run')).toMatchObject({ exitCode: 3, codes: ['key-not-trusted'] })
  expect(await text()).toBe(before)
  expect(await readdir(join(team.store, 'mf-codes/log/1'))).toHaveLength(2)
})

it.each([
  ['rollback', ['mf-codes']],
  ['withdraw', ['mf-codes@1.1.0', '--reason', 'x']],
])('%s works while no shell responds, with the key that signed the newest state', async (name, args) => {
  const silent = ['--shell', 'http://localhost:1/']
  const refused = await team.command(name, ...args, '--key', keyFile('codes'), ...silent)
  expect(refused).toMatchObject({ exitCode: 3, findings: [{ message: expect.stringContaining('Name a shell') }] })
  expect(await team.command(name, ...args, '--key', keyFile('codes'), ...silent, '--dry-run')).toEqual(refused)
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
