import { appendFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKey, openStore, publicKeyOf, readChangeable, readKey, readRegistry } from '@canje/release-store'
import { anotherRemote } from '@canje/release-store/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openShellWithoutTabsOf } from '../testing/live-shell'
import { openTeam, untrustedKey } from '../testing/team'

let team: Awaited<ReturnType<typeof openTeam>>
let shell: Awaited<ReturnType<typeof openShellWithoutTabsOf>>
let newKeyFile: string
let newKey: string

beforeEach(async () => {
  team = await openTeam()
  shell = await openShellWithoutTabsOf(team.store, team.publicKey, { 'shared-auth': '1.4.0' })
  newKeyFile = join(team.folder, 'new-key.pem')
  await writeFile(newKeyFile, createKey())
  newKey = publicKeyOf(await readKey(newKeyFile))
  await team.addLive('1.0.0')
  await team.addLive('1.1.0')
  await team.addLive('1.0.0', anotherRemote('mf-users'))
})
afterEach(() => Promise.all([team.close(), shell.close()]))

const rekey = (...args: string[]) => team.command('rekey', '--new-key', newKeyFile, '--shell', shell.url, ...args)
const promote = (key: string) => team.command('promote', 'mf-codes@1.0.0', '--shell', shell.url, '--key', key)
const verify = (...keys: string[]) => team.command('verify', ...keys.flatMap((key) => ['--registry-key', key]))

it('changes the key in three steps, and every shell trusts the registry after each step', async () => {
  const before = await team.versions()
  expect(await rekey()).toMatchObject({ codes: ['key-not-trusted'], exitCode: 4 })

  shell.trust(team.publicKey, newKey)
  expect(await rekey()).toMatchObject({ exitCode: 0, result: { store: team.store, registryKey: newKey } })
  expect(await team.versions()).toEqual(before)
  expect(await verify(newKey)).toMatchObject({ exitCode: 0 })
  expect(await verify(team.publicKey, newKey)).toMatchObject({ exitCode: 0 })
  expect(await verify(team.publicKey)).toMatchObject({ codes: ['store-damaged'] })

  shell.trust(newKey)
  expect(await promote(newKeyFile)).toMatchObject({ exitCode: 0 })
  expect(await promote(join(team.folder, 'key.pem'))).toMatchObject({ codes: ['registry-unusable', 'key-not-trusted'] })
})

it('names the key to add first, and the shell', async () => {
  const [finding] = (await rekey()).findings
  expect(finding?.message).toContain(shell.url)
  expect(finding?.fix).toContain(`First add "${newKey}" to registryKeys in its /config.json`)
})

it('changes nothing in a dry run', async () => {
  shell.trust(team.publicKey, newKey)
  expect(await rekey('--dry-run')).toMatchObject({ exitCode: 0, result: { registryKey: newKey } })
  await readChangeable(openStore(team.store), team.publicKey)
})

it('leaves a registry unchanged that is already signed with the new key', async () => {
  shell.trust(team.publicKey, newKey)
  await rekey()
  const serial = (await readRegistry(openStore(team.store)))?.serial
  expect(await rekey()).toMatchObject({ exitCode: 0, result: { registryKey: newKey } })
  expect((await readRegistry(openStore(team.store)))?.serial).toBe(serial)
})

it('signs the registry although a released file is damaged', async () => {
  shell.trust(team.publicKey, newKey)
  await appendFile(join(team.store, 'mf-codes/1.0.0/tab.css'), 'b {}')
  expect(await rekey()).toMatchObject({ exitCode: 0 })
})

it.each<[string, string[], () => Promise<unknown>]>([
  ['the old key is lost', ['key-unusable'], () => rm(join(team.folder, 'key.pem'))],
  ['the new key is invalid', ['key-unusable'], () => writeFile(newKeyFile, 'hello')],
  [
    'the registry is signed with neither',
    ['registry-unusable'],
    async () => writeFile(join(team.folder, 'key.pem'), untrustedKey().export({ type: 'pkcs8', format: 'pem' })),
  ],
  ['there is no registry', ['registry-unusable'], () => rm(join(team.store, 'registry.json'))],
])('changes nothing when %s', async (_description, codes, damage) => {
  shell.trust(team.publicKey, newKey)
  await damage()
  expect(await rekey()).toMatchObject({ codes, exitCode: 4 })
})

it('reports every shell that is unreachable or reads another store', async () => {
  const others = await openTeam()
  await others.addLive('2.0.0')
  const elsewhere = await openShellWithoutTabsOf(others.store, newKey, {})
  const { codes, exitCode } = await rekey('--shell', 'http://localhost:1', '--shell', elsewhere.url)
  await Promise.all([elsewhere.close(), others.close()])
  expect({ codes, exitCode }).toEqual({
    codes: ['shell-unreachable', 'registry-elsewhere', 'key-not-trusted'],
    exitCode: 4,
  })
})
