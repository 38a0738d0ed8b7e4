import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { writeBuild } from '@canje/release-store/testing'
import { ROOT } from 'repo'
import { beforeEach, expect, it, vi } from 'vitest'
import { run } from '../index'
import { recordedCliEnvironment } from '../testing/cli-environment'
import { openTeam, UNTRUSTED } from '../testing/team'

/** What the package.json of mf-codes proposes. */
const TAB = { id: 'codigos', label: 'Codigos', order: 2 }
const SLOTS = ['detalle:codigo', 'sin-resultado']

let team: Awaited<ReturnType<typeof openTeam>>
beforeEach(async () => {
  team = await openTeam()
})

const propose = (...args: string[]) => team.command('propose', ...args)
const proposeCodes = (...args: string[]) => propose('mf-codes', '--public-key', UNTRUSTED, ...args)

it('prints what an operator has to list, from package.json, also for a job without a store', async () => {
  vi.stubEnv('RELEASE_STORE', 's3://canje/releases')
  vi.stubEnv('AWS_ACCESS_KEY_ID', '')
  const { exitCode, result } = await proposeCodes('--public-key', team.publicKey)
  const output = recordedCliEnvironment(join(ROOT, 'mf-codes'), process.env)
  await run(['propose', '--key', team.keyFile], new AbortController().signal, output)
  vi.unstubAllEnvs()
  expect({ exitCode, result }).toEqual({
    exitCode: 0,
    result: { remotes: { 'mf-codes': { keys: [UNTRUSTED, team.publicKey], tab: TAB, slots: SLOTS, connect: [] } } },
  })
  const remotes = { 'mf-codes': { keys: [team.publicKey], tab: TAB, slots: SLOTS, connect: [] } }
  expect(output.stdout()).toBe(JSON.stringify(remotes, null, 2))
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
  const malformed = await team.commandIn(team.folder, 'propose', '--public-key', UNTRUSTED)
  expect(malformed).toMatchObject({ codes: ['build-failed'], exitCode: 3 })
  expect(malformed.findings[0]?.message).toContain('remotes.mf-emoji.tab.label: must be 1 to 40 Latin letters')
  const other = await propose('mf-users', '--dist', await writeBuild(team.folder), '--public-key', UNTRUSTED)
  expect(other.findings[0]?.message).toBe('release.json is of mf-codes, not of mf-users.')
  expect(await propose('mf-codes')).toMatchObject({ codes: ['key-missing'], exitCode: 2 })
  expect(await propose('mf-codes', '--key', join(team.folder, 'none.pem'))).toMatchObject({ codes: ['key-unusable'] })
  expect(await propose('mf-none', '--public-key', UNTRUSTED)).toMatchObject({ codes: ['remote-unknown'], exitCode: 5 })
})

it('proposes the settings of development, and no grant for the origins in them', async () => {
  const [connect, settings] = [['https://maps.test'], { api: 'https://prizes.test/v1' }]
  const canje = { tab: TAB, connect, settings: './settings.schema.json' }
  await writeFile(join(team.folder, 'package.json'), JSON.stringify({ name: 'mf-codes', version: '1.0.0', canje }))
  await writeFile(join(team.folder, 'settings.json'), JSON.stringify(settings))
  const given = await team.commandIn(team.folder, 'propose', '--public-key', UNTRUSTED)
  const lines = { keys: [UNTRUSTED], tab: TAB, slots: [], connect, settings }
  expect(given).toMatchObject({ exitCode: 0, result: { remotes: { 'mf-codes': lines } }, notes: [] })
  await writeFile(join(team.folder, 'settings.json'), JSON.stringify({ text: 'a'.repeat(2048) }))
  const large = await team.commandIn(team.folder, 'propose', '--public-key', UNTRUSTED)
  const inFile = { ...lines, settings: 'settings/mf-codes.json' }
  expect(large).toMatchObject({ result: { remotes: { 'mf-codes': inFile } }, notes: [expect.stringMatching('beside')] })
})
