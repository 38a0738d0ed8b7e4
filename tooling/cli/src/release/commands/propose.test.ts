import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Listing } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import { writeBuild } from '@canje/release-store/testing'
import { ROOT } from 'repo'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { run } from '../index'
import { MENU_FILE } from '../proposal'
import { recordedCliEnvironment } from '../testing/cli-environment'
import { openShellWithoutTabs, type RunningShell } from '../testing/live-shell'
import { openTeam, UNTRUSTED } from '../testing/team'

/** What the package.json of mf-codes proposes. */
const TAB = { id: 'codigos', label: 'Codigos', order: 2 }
const SLOTS = ['detalle:codigo', 'sin-resultado']

let team: Awaited<ReturnType<typeof openTeam>>
let shell: RunningShell
beforeEach(async () => {
  team = await openTeam()
  shell = await openShellWithoutTabs(team.trust(), {})
})
afterEach(() => Promise.all([team.close(), shell.close()]))

const propose = (...args: string[]) => team.command('propose', ...args, '--shell', shell.url)
const proposeCodes = (...args: string[]) => propose('mf-codes', '--public-key', UNTRUSTED, ...args)
const listed = (changes: Partial<Listing> = {}) => exampleListing({ tab: TAB, slots: SLOTS, ...changes })
const entrust = (remotes: Record<string, unknown>) => shell.entrust({ remotes })

it('prints what an operator has to list, from package.json, also for a job without a store', async () => {
  vi.stubEnv('RELEASE_STORE', 's3://canje/releases')
  vi.stubEnv('AWS_ACCESS_KEY_ID', '')
  const { exitCode, result, notes } = await proposeCodes('--public-key', team.publicKey)
  const output = recordedCliEnvironment(join(ROOT, 'mf-codes'), process.env)
  await run(['propose', '--key', team.keyFile, '--shell', shell.url], new AbortController().signal, output)
  vi.unstubAllEnvs()
  expect({ exitCode, result }).toEqual({
    exitCode: 0,
    result: {
      remotes: { 'mf-codes': { keys: [UNTRUSTED, team.publicKey], tab: TAB, slots: SLOTS, connect: [] } },
      shells: [{ url: shell.url, state: 'missing' }],
    },
  })
  const note = `The shell at ${shell.url} does not list it: list it in ${MENU_FILE}.`
  expect(notes).toEqual([note])
  const remotes = { 'mf-codes': { keys: [team.publicKey], tab: TAB, slots: SLOTS, connect: [] } }
  expect(output.stdout()).toBe(`${JSON.stringify(remotes, null, 2)}\nNote: ${note}`)
})

it('says which shell lists it already, or otherwise, and which does not answer', async () => {
  const stateOf = async (changes: Partial<Listing>) => {
    entrust({ 'mf-codes': listed(changes) })
    const { exitCode, result, notes } = await proposeCodes('--shell', 'http://localhost:1')
    expect(exitCode).toBe(0)
    expect(notes[1]).toContain('The shell at http://localhost:1/ cannot be read')
    return Object(result).shells[0].state
  }
  // The operator may add keys and an owner, and list in another order.
  expect(await stateOf({ keys: [team.publicKey, UNTRUSTED], owner: 'codes@example.com' })).toBe('listed')
  expect(await stateOf({ tab: { ...TAB, label: 'Cupones' } })).toBe('differs')
  expect(await stateOf({ slots: [] })).toBe('differs')
  expect(await stateOf({ connect: ['https://prizes.test'] })).toBe('differs')
  expect(await stateOf({ keys: [team.publicKey] })).toBe('differs')
})

it('keeps the epoch that an operator has raised, and the owner', async () => {
  entrust({ 'mf-codes': listed({ epoch: 2, owner: 'codes@example.com' }) })
  expect((await proposeCodes()).result.remotes).toMatchObject({ 'mf-codes': { epoch: 2, owner: 'codes@example.com' } })
})

it.each<[string, Record<string, unknown>, RegExp]>([
  [
    'a tab id',
    { 'mf-a': listed({ tab: { id: 'C0DIGOS', label: 'Otra', order: 1 }, slots: [] }) },
    /mf-codes\. .*tab\.id/,
  ],
  ['a slot', { 'mf-a': listed({ tab: { id: 'otra', label: 'Otra', order: 1 } }) }, /mf-codes\. .*detalle:codigo/],
  ['that of a later tab', { 'mf-z': listed({ tab: { ...TAB, order: 9 }, slots: [] }) }, /mf-z\. .*tab\.id/],
])('reports %s that clashes with one in the menu of a live shell', async (_what, remotes, message) => {
  entrust(remotes)
  const { codes, exitCode, findings, result } = await proposeCodes()
  expect({ codes, exitCode }).toEqual({ codes: ['not-listed'], exitCode: 3 })
  expect(findings[0]?.message).toMatch(new RegExp(`^The shell at ${shell.url} would leave out ${message.source}`))
  expect(result.shells).toEqual([{ url: shell.url, state: 'missing' }])
})

it('takes the proposal of another bundler from release.json', async () => {
  const extension = { slot: 'detalle:premio', preload: [] }
  const changes = { name: 'mf-premios', connect: ['https://prizes.test'], extensions: [extension] }
  const ofBuild = async (more: object) => {
    const dist = await writeBuild(team.folder, { ...changes, ...more })
    return propose('--dist', dist, '--public-key', UNTRUSTED)
  }
  const tab = { id: 'premios', label: 'Premios', order: 6 }
  const listing = { keys: [UNTRUSTED], tab, slots: ['detalle:premio'], connect: ['https://prizes.test'] }
  expect(await ofBuild({ proposedTab: tab })).toMatchObject({
    exitCode: 0,
    result: { remotes: { 'mf-premios': listing } },
  })
  const without = await ofBuild({ proposedTab: undefined })
  expect(without).toMatchObject({ codes: ['build-failed'], exitCode: 3 })
  expect(without.findings[0]?.message).toContain('mf-premios proposes what no shell can list. remotes.mf-premios.tab')
  expect(await propose('--dist', team.folder, '--public-key', UNTRUSTED)).toMatchObject({ codes: ['build-failed'] })
})

it('proposes nothing malformed, nothing without a key and no unknown remote', async () => {
  const canje = { tab: { ...TAB, label: 'Códigos 😀' } }
  await writeFile(join(team.folder, 'package.json'), JSON.stringify({ name: 'mf-emoji', version: '1.0.0', canje }))
  const malformed = await team.commandIn(team.folder, 'propose', '--public-key', UNTRUSTED, '--shell', shell.url)
  expect(malformed).toMatchObject({ codes: ['build-failed'], exitCode: 3 })
  expect(malformed.findings[0]?.message).toContain('remotes.mf-emoji.tab.label: must be 1 to 40 Latin letters')
  expect(await propose('mf-codes')).toMatchObject({ codes: ['key-missing'], exitCode: 2 })
  expect(await propose('mf-codes', '--key', join(team.folder, 'none.pem'))).toMatchObject({ codes: ['key-unusable'] })
  expect(await propose('mf-none', '--public-key', UNTRUSTED)).toMatchObject({ codes: ['remote-unknown'], exitCode: 5 })
})

it('keeps the settings of an operator, and the grants for the origins in them', async () => {
  const settings = { api: 'https://prizes.test/v1', help: 'https://help.test' }
  for (const connect of [[], ['https://prizes.test']]) {
    entrust({ 'mf-codes': { ...listed({ keys: [UNTRUSTED], connect }), settings } })
    const { result } = await proposeCodes()
    const lines = { keys: [UNTRUSTED], tab: TAB, slots: SLOTS, connect, settings }
    expect(result).toEqual({ remotes: { 'mf-codes': lines }, shells: [{ url: shell.url, state: 'listed' }] })
  }
})

it('proposes the settings of development, and no grant for the origins in them', async () => {
  const [connect, settings] = [['https://maps.test'], { api: 'https://prizes.test/v1' }]
  const canje = { tab: TAB, connect, settings: './settings.schema.json' }
  await writeFile(join(team.folder, 'package.json'), JSON.stringify({ name: 'mf-codes', version: '1.0.0', canje }))
  await writeFile(join(team.folder, 'settings.json'), JSON.stringify(settings))
  const given = await team.commandIn(team.folder, 'propose', '--public-key', UNTRUSTED, '--shell', shell.url)
  const lines = { keys: [UNTRUSTED], tab: TAB, slots: [], connect, settings }
  expect(given).toMatchObject({ exitCode: 0, result: { remotes: { 'mf-codes': lines } } })
})
