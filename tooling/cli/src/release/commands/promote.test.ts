import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_REMOTES } from '@canje/registry'
import { makeLive, openStore, publicKeyOf, readRegistry } from '@canje/release-store'
import { anotherRemote } from '@canje/release-store/testing'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { openShellWithoutTabs, openShellWithoutTabsOf } from '../testing/live-shell'
import { openTeam, untrustedKey } from '../testing/team'

let team: Awaited<ReturnType<typeof openTeam>>
let shell: Awaited<ReturnType<typeof openShellWithoutTabsOf>>
beforeEach(async () => {
  team = await openTeam()
  shell = await openShellWithoutTabsOf(team.store, team.publicKey, { 'shared-auth': '1.4.0' })
})
afterEach(() => Promise.all([team.close(), shell.close()]))

const promote = (...args: string[]) => team.command('promote', ...args, '--shell', shell.url)

it('makes a stored release live', async () => {
  await team.addLive('1.0.0')
  await team.add('1.1.0')
  expect(await promote('mf-codes@1.1.0', '--dry-run')).toMatchObject({ exitCode: 0 })
  expect(await team.versions()).toEqual({ 'mf-codes': ['1.0.0'] })
  expect(await promote('mf-codes@1.1.0')).toMatchObject({ exitCode: 0, result: { version: '1.1.0', live: true } })
  expect(await team.versions()).toEqual({ 'mf-codes': ['1.1.0', '1.0.0'] })
})

it('takes back that a remote was retired, with its previous releases', async () => {
  await team.addLive('1.0.0')
  await team.addLive('1.1.0')
  await team.addLive('1.0.0', anotherRemote('mf-users'))
  expect(await team.command('retire', 'mf-codes')).toMatchObject({ exitCode: 0 })
  expect(await promote('mf-codes@1.1.0')).toMatchObject({ exitCode: 0 })
  expect(await team.versions()).toEqual({ 'mf-users': ['1.0.0'], 'mf-codes': ['1.1.0', '1.0.0'] })
})

it('refuses a tab that staff cannot tell from another one', async () => {
  await team.addLive('1.0.0')
  await team.add('1.0.0', {
    ...anotherRemote('mf-others'),
    tab: { id: 'others', label: 'C0digos', order: 8 },
  })
  const { codes, findings } = await promote('mf-others@1.0.0')
  expect(codes).toEqual(['tab-taken'])
  expect(findings[0]?.message).toContain('its label "C0digos" looks like "Codigos" of mf-codes')
})

it('refuses a registry that was replaced by an older one', async () => {
  await team.addLive('1.0.0')
  const predecessor = await readFile(join(team.store, 'registry.json'))
  await team.addLive('1.1.0')
  await writeFile(join(team.store, 'registry.json'), predecessor)
  const { codes, exitCode, findings } = await promote('mf-codes@1.1.0')
  expect({ codes, exitCode }).toEqual({ codes: ['registry-unusable'], exitCode: 4 })
  expect(findings[0]?.message).toContain('was replaced by an older one')
  expect(await readFile(join(team.store, 'registry.json'))).toEqual(predecessor)
})

it('makes no remote live beyond the maximum of the registry', async () => {
  const others = Array.from({ length: MAX_REMOTES }, (_, index) => team.add('1.0.0', anotherRemote(`mf-${index}`)))
  await makeLive(openStore(team.store), await Promise.all(others), team.key)
  await team.add('1.0.0')
  expect(await promote('mf-codes@1.0.0')).toMatchObject({ codes: ['too-many-remotes'], exitCode: 3 })
  expect(await team.versions()).not.toHaveProperty('mf-codes')
})

it('lists the stored versions when the version is unknown', async () => {
  await team.add('1.9.0')
  await team.add('1.10.0')
  const { codes, exitCode, findings } = await promote('mf-codes@2.0.0')
  expect({ codes, exitCode }).toEqual({ codes: ['version-unknown'], exitCode: 5 })
  expect(findings[0]?.fix).toContain('1.10.0, 1.9.0')
})

it('reports all findings together and changes nothing', async () => {
  await team.addLive('1.0.0')
  await team.add('2.0.0', { requires: { 'shared-auth': '^2.0.0' } })
  await appendFile(join(team.store, 'mf-codes/2.0.0/tab.css'), 'b {}')
  const { codes, exitCode, findings } = await team.command(
    ...['promote', 'mf-codes@2.0.0', '--shell', shell.url, '--shell', 'http://localhost:1'],
  )
  expect(codes).toEqual(['store-damaged', 'shell-unreachable', 'requirement-unmet'])
  expect(exitCode).toBe(3)
  expect(findings[2]?.message).toContain('shared-auth ^2.0.0 is required, the shell provides 1.4.0')
  expect(await team.versions()).toEqual({ 'mf-codes': ['1.0.0'] })
})

it('rejects the tab id of another remote', async () => {
  await team.addLive('1.0.0', anotherRemote('mf-users'))
  await team.add('1.0.0', { ...anotherRemote('mf-users'), name: 'mf-codes' })
  expect(await promote('mf-codes@1.0.0')).toMatchObject({ codes: ['tab-taken'], exitCode: 3 })
  expect(await team.versions()).toEqual({ 'mf-users': ['1.0.0'] })
})

it('rejects a key that a live shell does not trust', async () => {
  await team.add('1.0.0')
  const other = await openShellWithoutTabsOf(team.store, publicKeyOf(untrustedKey()), { 'shared-auth': '1.4.0' })
  const result = await team.command('promote', 'mf-codes@1.0.0', '--shell', other.url)
  await other.close()
  expect(result).toMatchObject({ codes: ['key-not-trusted'], exitCode: 4 })
  expect(await readRegistry(openStore(team.store))).toBeUndefined()
})

it('reports shells that read another registry than the store’s', async () => {
  await team.addLive('1.0.0')
  const others = await openTeam()
  await others.addLive('2.0.0')
  const unreachable = await openShellWithoutTabs(team.publicKey, { 'shared-auth': '1.4.0' })
  const elsewhere = await openShellWithoutTabsOf(others.store, team.publicKey, { 'shared-auth': '1.4.0' })
  const result = await promote('mf-codes@1.0.0', '--shell', unreachable.url, '--shell', elsewhere.url)
  await Promise.all([unreachable.close(), elsewhere.close(), others.close()])
  expect(result).toMatchObject({ codes: ['registry-elsewhere', 'registry-elsewhere'], exitCode: 4 })
  expect(result.findings[1]?.message).toMatch(/The shell at .* has serial \d+, .* \d+$/)
})
