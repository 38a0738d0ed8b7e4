import { appendFile, cp } from 'node:fs/promises'
import { join } from 'node:path'
import { openStore, readLog } from '@canje/release-store'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readBack } from '../checks/read-back'
import { fetchShells } from '../checks/shells'
import { openShellWithoutTabs } from '../testing/live-shell'
import { openTeam } from '../testing/team'

let team: Awaited<ReturnType<typeof openTeam>>
let shell: Awaited<ReturnType<typeof openShellWithoutTabs>>
beforeEach(async () => {
  team = await openTeam()
  shell = await openShellWithoutTabs(
    { ...team.trust(['mf-codes']), storeUrl: await team.serve() },
    { 'shared-auth': '1.4.0' },
  )
})
afterEach(() => Promise.all([team.close(), shell.close()]))

const promote = (...args: string[]) => team.command('promote', ...args, '--shell', shell.url)

it('makes a stored release live', async () => {
  await team.addLive('1.0.0')
  await team.add('1.1.0')
  expect(await promote('mf-codes@1.1.0', '--dry-run')).toMatchObject({ exitCode: 0 })
  expect(await team.versions()).toEqual({ 'mf-codes': ['1.0.0'] })
  const result = { version: '1.1.0', live: true, confirmed: true }
  expect(await promote('mf-codes@1.1.0')).toMatchObject({ exitCode: 0, result, notes: [] })
  expect(await team.versions()).toEqual({ 'mf-codes': ['1.1.0', '1.0.0'] })
})

it('refuses a remote that a live shell does not list, with what its operator has to add', async () => {
  const slot = { slot: 'detalle:premio', preload: ['tab.css'] }
  await team.add('1.0.0', { name: 'mf-premios', extensions: [slot], connect: ['https://prizes.test'] })
  const { codes, exitCode, findings } = await promote('mf-premios@1.0.0')
  expect({ codes, exitCode }).toEqual({ codes: ['not-listed'], exitCode: 3 })
  expect(findings[0]?.message).toBe(`The shell at ${shell.url} does not list mf-premios.`)
  expect(JSON.parse(findings[0]?.fix.split(':\n')[1] ?? '')).toEqual({
    'mf-premios': {
      keys: [team.publicKey],
      tab: { id: '…', label: '…', order: 1 },
      slots: ['detalle:premio'],
      connect: ['https://prizes.test'],
    },
  })
  shell.entrust(team.trust(['mf-codes', 'mf-premios']))
  expect(await promote('mf-premios@1.0.0')).toMatchObject({ codes: ['connect-not-granted'], exitCode: 3 })
  const { remotes } = team.trust(['mf-premios'])
  shell.entrust({ remotes: { 'mf-premios': { ...Object(remotes['mf-premios']), connect: ['https://prizes.test'] } } })
  expect(await promote('mf-premios@1.0.0')).toMatchObject({
    exitCode: 0,
    notes: [`The shell at ${shell.url} does not let mf-premios fill detalle:premio: its operator can add it to slots.`],
  })
})

it('says why a live shell leaves a remote out', async () => {
  await team.add('1.0.0')
  const { remotes } = team.trust(['mf-codes'])
  shell.entrust({ remotes: { ...remotes, 'mf-codes': { ...Object(remotes['mf-codes']), keys: ['?'] } } })
  const { codes, findings } = await promote('mf-codes@1.0.0')
  expect(codes).toEqual(['not-listed'])
  expect(findings[0]?.message).toContain('does not list mf-codes: remotes.mf-codes.keys.0: must be 32 bytes in base64')
})

it('promotes no version that no state names: its publication was interrupted', async () => {
  await team.addLive('1.0.0')
  await team.copy('1.1.0')
  expect(await promote('mf-codes@1.1.0')).toMatchObject({ codes: ['version-unknown'], exitCode: 5 })
})

it('says of a shell of another store only that, not what is unknown of the log there', async () => {
  await team.addLive('1.0.0')
  shell.entrust({ storeId: 'other' })
  expect(await promote('mf-codes@1.0.0')).toMatchObject({ codes: ['store-elsewhere'], exitCode: 3 })
})

it('says that no shell has confirmed a change when the shell is lost after it', async () => {
  await team.addLive('1.0.0')
  await team.add('1.1.0')
  shell.entrust({ storeUrl: 'http://localhost:1/' })
  const { exitCode, result, notes } = await promote('mf-codes@1.1.0')
  expect([exitCode, result.live, result.confirmed]).toEqual([0, true, false])
  expect(notes).toEqual([expect.stringContaining(`the shell at ${shell.url} does not get it yet: `)])
  expect(await team.versions()).toEqual({ 'mf-codes': ['1.1.0', '1.0.0'] })
})

it('says that a shell which reads a copy of the store has not confirmed a change, whatever is in that', async () => {
  await team.addLive('1.0.0')
  await team.add('1.1.0')
  await cp(team.store, join(team.folder, 'copy'), { recursive: true })
  for (const version of ['1.2.0', '1.3.0']) await team.add(version)
  const { result, notes } = await promote('mf-codes@1.1.0', '--store', join(team.folder, 'copy'))
  expect(result.confirmed).toBe(false)
  expect(notes).toEqual([expect.stringContaining(`it reads another store than ${join(team.folder, 'copy')}`)])
})

it('has a later state of the same store confirm a change', async () => {
  for (const version of ['1.0.0', '1.1.0']) await team.addLive(version)
  const context = { store: openStore(team.store), stop: new AbortController().signal }
  const { value: shells = [] } = await fetchShells([shell.url], context.stop)
  for (const { state } of (await readLog(context.store, 'mf-codes')).states)
    expect(await readBack(context, shells, state)).toEqual({ confirmed: true, notes: [] })
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
