import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { type Authority, keyIdOf } from '@canje/registry'
import { publicKeyOf, readKey } from '@canje/release-store'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { openShellWithoutTabs, openShellWithoutTabsOf } from '../testing/live-shell'
import { openSignedTeam, openTeam } from '../testing/team'

let team: Awaited<ReturnType<typeof openTeam>>
let shell: Awaited<ReturnType<typeof openShellWithoutTabsOf>>
let other: typeof shell
let authority: Authority
let template: Awaited<ReturnType<typeof openSignedTeam>>
let publicKeys: typeof template.publicKeys
const keyFile = (name: string) => join(team.folder, `${name}.pem`)

beforeAll(async () => {
  template = await openSignedTeam()
  publicKeys = template.publicKeys
})
afterAll(() => template.close())
/** A store whose mf-codes is signed by its team, and two shells. `next` is a key that no shell trusts. */
beforeEach(async () => {
  team = await openTeam(template.folder)
  shell = await openShellWithoutTabsOf(team.store, team.publicKey, { 'shared-auth': '1.4.0' })
  other = await openShellWithoutTabsOf(team.store, team.publicKey, { 'shared-auth': '1.4.0' })
  const codes = { keys: [publicKeys.codes], slots: [], owner: 'codes@example.com' }
  authority = { storeId: template.storeId, operatorKeys: [publicKeys.operator], remotes: { 'mf-codes': codes } }
  entrust(authority)
  await team.command('rollback', 'mf-codes', '--key', keyFile('codes'), '--shell', shell.url)
})
afterEach(async () => {
  await Promise.all([shell.close(), other.close()])
  await team.close()
})

function entrust(next: Authority, ...shells: (typeof shell)[]) {
  for (const one of shells.length > 0 ? shells : [shell, other]) one.entrust(next)
}
const keys = (action: 'add' | 'revoke', who: string, ...args: string[]) =>
  team.command(`keys ${action}`, who, '--shell', shell.url, '--shell', other.url, ...args)
const revoke = (who: string, key: keyof typeof publicKeys, ...args: string[]) =>
  keys('revoke', who, '--public-key', publicKeys[key], ...args)
const text = () => readFile(join(team.store, 'registry.json'), 'utf8')
const verify = () => team.command('verify', '--shell', shell.url)
/** The root of trust with these keys of mf-codes. */
const codesWith = (...own: (keyof typeof publicKeys)[]): Authority => {
  const codes = { slots: [], owner: 'codes@example.com', keys: own.map((name) => publicKeys[name]) }
  return { ...authority, remotes: { 'mf-codes': codes } }
}

it('adds a key: prints the change, and names the shells that do not have it yet', async () => {
  const add = () => keys('add', 'mf-codes', '--public-key', publicKeys.next)
  entrust(codesWith('codes', 'next'), other)
  const refused = await add()
  expect(refused).toMatchObject({ codes: ['key-not-trusted'], exitCode: 4 })
  expect(refused.findings[0]?.message).toBe(
    `The shell at ${shell.url} does not trust key ${await keyIdOf(publicKeys.next)} of mf-codes yet.`,
  )
  expect(refused.result).toMatchObject({
    pending: [shell.url],
    changes: [
      {
        shells: [shell.url],
        old: { remotes: codesWith('codes').remotes },
        new: { remotes: codesWith('codes', 'next').remotes },
      },
    ],
  })
  entrust(codesWith('codes', 'next'))
  expect(await add()).toMatchObject({ exitCode: 0, result: { changes: [], pending: [] } })
})

it('makes a key that only its owner can read, and overwrites none', async () => {
  const add = (who: string) => keys('add', who, '--create', keyFile('created'))
  const { exitCode, result, notes } = await add('operator')
  const created = publicKeyOf(await readKey(keyFile('created')))
  expect({ exitCode, result }).toMatchObject({
    exitCode: 0,
    result: {
      publicKey: created,
      changes: [{ new: { operatorKeys: [publicKeys.operator, created] } }],
      pending: [shell.url, other.url],
    },
  })
  expect(notes).toHaveLength(2)
  expect((await stat(keyFile('created'))).mode & 0o777).toBe(0o600)
  const pem = await readFile(keyFile('created'))
  expect(await add('mf-codes')).toMatchObject({ codes: ['key-exists'], exitCode: 2 })
  expect(await readFile(keyFile('created'))).toEqual(pem)
})

it('reserves what staff have of a remote without keys', async () => {
  const { result } = await keys('add', 'mf-users', '--public-key', publicKeys.next)
  const users = { keys: [publicKeys.next], tab: { id: 'mf-users', label: 'mf-users', order: 9 }, slots: [] }
  expect(result.changes).toEqual([
    { shells: [shell.url, other.url], old: null, new: { remotes: { 'mf-users': users } } },
  ])
})

it('revokes a key once another one has signed its entry, which verify accepts before and after', async () => {
  entrust(codesWith('codes', 'next'))
  const before = await text()
  const refused = await revoke('mf-codes', 'codes')
  expect(refused).toMatchObject({ codes: ['entry-unsigned'], exitCode: 3 })
  expect(refused.findings[0]?.fix).toContain('--new-key <pem>')
  const sign = (...args: string[]) => revoke('mf-codes', 'codes', '--new-key', keyFile('next'), ...args)
  expect(await sign('--dry-run')).toMatchObject({ exitCode: 0, result: { resigned: ['mf-codes'] } })
  expect(await text()).toBe(before)

  expect(await sign()).toMatchObject({
    exitCode: 0,
    result: { resigned: ['mf-codes'], pending: [shell.url, other.url] },
  })
  expect(await verify()).toMatchObject({ exitCode: 0 })
  expect(await team.versions()).toEqual({ 'mf-codes': ['1.0.0'], 'mf-users': ['1.0.0'] })
  expect(await revoke('mf-codes', 'codes')).toMatchObject({ codes: ['key-trusted', 'key-trusted'], exitCode: 4 })
  entrust(codesWith('next'), shell)
  const half = await revoke('mf-codes', 'codes')
  expect(half).toMatchObject({ codes: ['key-trusted'], result: { pending: [other.url], resigned: [] } })
  entrust(codesWith('next'))
  expect(await revoke('mf-codes', 'codes')).toMatchObject({ exitCode: 0, result: { changes: [], pending: [] } })
  expect(await verify()).toMatchObject({ exitCode: 0 })
})

it('signs an entry again whose key every shell has revoked already', async () => {
  entrust(codesWith('next'))
  expect(await verify()).toMatchObject({ exitCode: 6 })
  expect(await revoke('mf-codes', 'codes', '--new-key', keyFile('next'))).toMatchObject({ exitCode: 0 })
  expect(await verify()).toMatchObject({ exitCode: 0 })
})

it('revokes the key of an operator with all that it has signed', async () => {
  entrust({ ...authority, operatorKeys: [publicKeys.operator, publicKeys.next] })
  const refused = await revoke('operator', 'operator')
  expect(refused.codes).toEqual(['entry-unsigned', 'entry-unsigned'])
  expect(refused.findings.map(({ message }) => message.split(' is signed')[0])).toEqual(['mf-users', 'the stamp'])
  const resigned = ['mf-users', 'the stamp']
  expect(await revoke('operator', 'operator', '--new-key', keyFile('next'))).toMatchObject({
    exitCode: 0,
    result: { resigned },
  })
  entrust({ ...authority, operatorKeys: [publicKeys.next] })
  expect(await revoke('operator', 'operator')).toMatchObject({ exitCode: 0, result: { pending: [] } })
  expect(await verify()).toMatchObject({ exitCode: 0 })
})

it.each<[string, string, number, () => ReturnType<typeof keys>]>([
  ['the only key of a remote', 'last-key', 3, () => revoke('mf-codes', 'codes')],
  ['the only key of the operators', 'last-key', 3, () => revoke('operator', 'operator')],
  ['a key of an unknown remote', 'remote-unknown', 5, () => revoke('mf-others', 'codes')],
  [
    'a key in favour of another one that no shell trusts',
    'key-not-trusted',
    4,
    () => {
      entrust({ ...authority, operatorKeys: [publicKeys.operator, publicKeys.codes] })
      return revoke('operator', 'operator', '--new-key', keyFile('next'))
    },
  ],
  [
    'a key in favour of itself',
    'key-not-trusted',
    4,
    () => {
      entrust(codesWith('codes', 'next'))
      return revoke('mf-codes', 'codes', '--new-key', keyFile('codes'))
    },
  ],
])('does not revoke %s', async (_what, code, exitCode, revoking) => {
  const before = await text()
  const refused = await revoking()
  expect(refused).toMatchObject({ exitCode })
  expect(new Set(refused.codes)).toEqual(new Set([code]))
  expect(await text()).toBe(before)
})

it('adds nothing without a key, a name of a remote, or shells with operator keys of this store', async () => {
  expect(await keys('add', 'mf-codes')).toMatchObject({ codes: ['key-missing'], exitCode: 2 })
  const add = (who: string, ...args: string[]) => keys('add', who, '--create', keyFile('created'), ...args)
  expect(await add('../x')).toMatchObject({ codes: ['remote-unknown'], exitCode: 5 })
  expect(await add('mf-codes', '--shell', 'http://localhost:1')).toMatchObject({ codes: ['shell-unreachable'] })
  const old = await openShellWithoutTabs(team.publicKey, { 'shared-auth': '1.4.0' })
  const refused = await add('mf-codes', '--shell', old.url)
  await old.close()
  expect(refused).toMatchObject({ codes: ['key-not-trusted', 'registry-elsewhere'], exitCode: 4 })
  expect(refused.findings[0]?.message).toContain('has no operatorKeys')
  await expect(stat(keyFile('created'))).rejects.toThrow('ENOENT')
})
