import { execFile, spawn } from 'node:child_process'
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { MAX_REMOTES, verifyRegistry } from '@canje/registry'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { makeLive, retire, rollBack } from './live'
import { openStore } from './open-store'
import { prune } from './prune'
import { publish } from './publish'
import { readRegistry } from './registry-file'
import type { ReleaseStore } from './release-store'
import { createKey, publicKeyOf } from './signing-key'
import { bundle } from './testing/bundle'
import { anotherRemote, temporaryFolder, writeBuild } from './testing/store'

let folder: string
let store: ReleaseStore
let key: KeyObject

beforeEach(async () => {
  folder = await temporaryFolder()
  store = openStore(join(folder, 'store'))
  key = createPrivateKey(createKey())
})
afterEach(async () => {
  vi.useRealTimers()
  await rm(folder, { recursive: true })
})

const release = async (changes: Parameters<typeof writeBuild>[1]) => publish(store, await writeBuild(folder, changes))
const version = (number: number) => release({ version: `1.${number}.0`, build: `b${number}` })
const fromTo = (from: string, to: string) => ({ name: 'mf-codes', from, to })
const registryJson = async () => JSON.parse(await readFile(join(store.location, 'registry.json'), 'utf8'))
const versions = async () => {
  const registry = await readRegistry(store)
  return registry?.remotes.map(({ live, previous }) => [live, ...previous].map((each) => each.version))
}

it('has no registry until a release is made live', async () => {
  await version(1)
  expect(await readRegistry(store)).toBeUndefined()
})

it('makes several releases live at once and keeps the other remotes', async () => {
  const users = await release(anotherRemote('mf-users'))
  await makeLive(store, [await version(1), users])
  const next = await version(2)
  await makeLive(store, [next])
  expect((await readRegistry(store))?.remotes).toMatchObject([
    { name: 'mf-codes', live: next.release, previous: [{ version: '1.1.0' }] },
    { name: 'mf-users', live: users.release, previous: [] },
  ])
})

it('keeps five distinct previous releases, newest first', async () => {
  const releases = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(version))
  for (const each of releases) await makeLive(store, [each])
  expect(await versions()).toEqual([['1.7.0', '1.6.0', '1.5.0', '1.4.0', '1.3.0', '1.2.0']])
  await makeLive(store, releases.slice(5, 6))
  expect(await versions()).toEqual([['1.6.0', '1.7.0', '1.5.0', '1.4.0', '1.3.0', '1.2.0']])
  await makeLive(store, releases.slice(5, 6))
  expect(await versions()).toEqual([['1.6.0', '1.7.0', '1.5.0', '1.4.0', '1.3.0', '1.2.0']])
})

it('refuses a slot that another live release provides, until that one no longer does', async () => {
  const extensions = [{ slot: 'detalle:usuario', module: './detalle:usuario', preload: [] }]
  const users = await release({ ...anotherRemote('mf-users'), extensions })
  await makeLive(store, [users])
  const codes = await release({ version: '1.1.0', build: 'b1', extensions })
  await expect(makeLive(store, [codes])).rejects.toThrow(
    'mf-codes/1.1.0/release.json cannot be live. extensions: "detalle:usuario" is taken by mf-users',
  )
  await makeLive(store, [users])
  await makeLive(store, [await release({ ...anotherRemote('mf-users'), version: '1.2.0', build: 'b2' })])
  await makeLive(store, [codes])
  expect((await readRegistry(store))?.remotes).toMatchObject([{ name: 'mf-users' }, { live: { extensions } }])
})

it('retires a remote, and registers it again', async () => {
  await makeLive(store, [await version(1), await release(anotherRemote('mf-users'))])
  await retire(store, 'mf-codes', '1.1.0')
  expect((await readRegistry(store))?.remotes).toMatchObject([{ name: 'mf-users' }])
  await expect(retire(store, 'mf-codes', '1.1.0')).rejects.toThrow('mf-codes is not in the registry')
  await expect(retire(store, 'mf-users', '0.9.0')).rejects.toThrow('mf-users 1.0.0 is live now, not 0.9.0')
  await expect(retire(store, 'mf-users', '1.0.0')).rejects.toThrow('must list at least one remote')
  await makeLive(store, [await version(1)])
  expect((await readRegistry(store))?.remotes).toMatchObject([{ name: 'mf-users' }, { name: 'mf-codes' }])
})

it('brings the previous releases of a retired remote back, without those that are no longer intact', async () => {
  await makeLive(store, [await release(anotherRemote('mf-users'))])
  for (const number of [1, 2, 3, 4, 5]) await makeLive(store, [await version(number)])
  const before = await versions()
  await retire(store, 'mf-codes', '1.5.0')
  await makeLive(store, [await version(5)])
  expect((await versions())?.sort()).toEqual(before?.sort())
  expect(await registryJson()).not.toHaveProperty('retired')

  await retire(store, 'mf-codes', '1.5.0')
  await rm(join(store.location, 'mf-codes/1.4.0'), { recursive: true })
  await writeFile(join(store.location, 'mf-codes/1.3.0/tab.css'), 'b {}')
  await makeLive(store, [await version(2)])
  expect(await versions()).toContainEqual(['1.2.0', '1.5.0', '1.1.0'])
})

it('rolls back to no tab that looks like one released since', async () => {
  const tab = (id: string, label: string) => ({ id, label, order: 1 })
  await makeLive(store, [await release({ version: '1.0.0', build: 'a', tab: tab('socios', 'Socios') })])
  await makeLive(store, [await release({ version: '1.1.0', build: 'b', tab: tab('clientes', 'Clientes') })])
  await makeLive(store, [await release({ name: 'mf-users', tab: tab('usuarios', 'SOCIOS') })])
  await expect(rollBack(store, fromTo('1.1.0', '1.0.0'))).rejects.toThrow(
    'mf-codes/1.0.0/release.json cannot be live. tab.label: "Socios" looks like "SOCIOS" of mf-users',
  )
})

it('lists a limited number of remotes, and changes those that it lists', async () => {
  const others = Array.from({ length: MAX_REMOTES - 1 }, (_, index) => release(anotherRemote(`mf-${index}`)))
  await makeLive(store, [await version(1), ...(await Promise.all(others))])
  const oneMore = await release(anotherRemote('mf-more'))
  await expect(makeLive(store, [oneMore])).rejects.toThrow(`the registry lists ${MAX_REMOTES} remotes, the maximum`)
  await makeLive(store, [await version(2)])
  expect((await versions())?.[0]).toEqual(['1.2.0', '1.1.0'])
  await retire(store, 'mf-0', '1.0.0')
  await makeLive(store, [oneMore])
  expect(await versions()).toHaveLength(MAX_REMOTES)
})

it('rolls back release by release, and drops the rolled-back ones', async () => {
  for (const number of [1, 2, 3]) await makeLive(store, [await version(number)])
  await rollBack(store, fromTo('1.3.0', '1.2.0'))
  expect(await versions()).toEqual([['1.2.0', '1.1.0']])
  await rollBack(store, fromTo('1.2.0', '1.1.0'))
  const further = rollBack(store, fromTo('1.1.0', '1.0.0'))
  await expect(further).rejects.toThrow('mf-codes 1.1.0 has no previous release to go back to')
  const unknown = rollBack(store, { ...fromTo('1.1.0', '1.0.0'), name: 'mf-gone' })
  await expect(unknown).rejects.toThrow('mf-gone is not in the registry')
  expect(await versions()).toEqual([['1.1.0']])
})

it.each([
  ['the live release', '1.2.0', '1.1.0'],
  ['the previous release', '1.3.0', '1.1.0'],
])('rejects a roll-back when another process changed %s', async (_what, from, to) => {
  for (const number of [1, 2, 3]) await makeLive(store, [await version(number)])
  await expect(rollBack(store, fromTo(from, to))).rejects.toThrow(
    `mf-codes cannot go from ${from} to ${to}: 1.3.0 is live now, and 1.2.0 is its newest previous release.`,
  )
  expect(await versions()).toEqual([['1.3.0', '1.2.0', '1.1.0']])
})

it('increases the serial with every change, even when the clock goes back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const one = await version(1)
  const serials = []
  for (const now of [1000, 1000, 500, 9000]) {
    vi.setSystemTime(now)
    serials.push((await makeLive(store, [one])).serial)
  }
  expect(serials).toEqual([1000, 1001, 1002, 9000])
})

it('signs every change', async () => {
  await makeLive(store, [await version(1)], key)
  await makeLive(store, [await version(2)], key)
  await verifyRegistry(await registryJson(), publicKeyOf(key))
  await rollBack(store, fromTo('1.2.0', '1.1.0'), key)
  await verifyRegistry(await registryJson(), publicKeyOf(key))
})

it('changes only an unaltered registry, and only with its signing key', async () => {
  const one = await version(1)
  await makeLive(store, [one], key)
  await expect(makeLive(store, [one])).rejects.toThrow('registry.json is signed')
  await expect(makeLive(store, [one], createPrivateKey(createKey()))).rejects.toThrow(
    /signed with key .*delete the file/,
  )
  const json = await registryJson()
  const altered = JSON.stringify({ ...json, note: 'added' })
  await writeFile(join(store.location, 'registry.json'), altered)
  await expect(rollBack(store, fromTo('1.1.0', '1.0.0'), key)).rejects.toThrow('was altered')
  expect(await readFile(join(store.location, 'registry.json'), 'utf8')).toBe(altered)
  const { signature: _, ...unsigned } = json
  await writeFile(join(store.location, 'registry.json'), JSON.stringify(unsigned))
  await expect(makeLive(store, [one], key)).rejects.toThrow('is not signed')
})

it('keeps the registry when a change is invalid', async () => {
  await makeLive(store, [await version(1)])
  const before = await registryJson()
  const taken = await release({ name: 'mf-other' })
  await expect(makeLive(store, [taken])).rejects.toThrow(
    `${join(store.location, 'mf-other/1.0.0/release.json')} cannot be live. tab.id: "codigos" is taken by mf-codes`,
  )
  expect(await registryJson()).toEqual(before)
})

it.each([
  'data:text/javascript,alert(1)',
  ' data:text/javascript,',
  'java\tscript:alert(1)',
  '//ana:secret@a.example/a.js',
])('rejects a release whose entry is %j', async (entry) => {
  const one = await version(1)
  await makeLive(store, [one])
  const before = await registryJson()
  const release = { ...one.release, entry }
  await expect(makeLive(store, [{ ...one, release }])).rejects.toThrow(
    `${join(store.location, 'mf-codes/1.1.0/release.json')} is not valid. entry: must be an http or https URL`,
  )
  expect(await registryJson()).toEqual(before)
})

it('reports why a registry is invalid', async () => {
  await makeLive(store, [await version(1)])
  const { serial: _, ...json } = await registryJson()
  await writeFile(join(store.location, 'registry.json'), JSON.stringify(json))
  await expect(rollBack(store, fromTo('1.1.0', '1.0.0'))).rejects.toThrow(/registry\.json is not valid\. serial: /)
})

it('rolls back from a release whose files are missing', async () => {
  for (const number of [1, 2]) await makeLive(store, [await version(number)])
  await rm(join(store.location, 'mf-codes/1.2.0'), { recursive: true })
  await rollBack(store, fromTo('1.2.0', '1.1.0'))
  expect(await versions()).toEqual([['1.1.0']])
})

/** Starts a process that holds the store's lock and blocks until it reads a line. */
async function holdingProcess() {
  const child = spawn(process.execPath, [await bundle('holding-process.ts', folder), store.location], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  await once(child.stdout, 'readable')
  expect(child.stdout.read().toString()).toBe('held\n')
  return child
}

it('rolls back at once after the process that held the lock was killed', async () => {
  for (const number of [1, 2]) await makeLive(store, [await version(number)])
  const child = await holdingProcess()
  child.kill('SIGKILL')
  await once(child, 'exit')
  await rollBack(store, fromTo('1.2.0', '1.1.0'))
  expect(await versions()).toEqual([['1.1.0']])
})

it('rejects the change of a suspended process whose lock was taken over', async () => {
  await makeLive(store, [await version(1)])
  const child = await holdingProcess()
  const lock = join(store.location, '.registry.lock')
  const aMinuteAgo = new Date(Date.now() - 60_000)
  for (const file of await readdir(lock)) await utimes(join(lock, file), aMinuteAgo, aMinuteAgo)
  await makeLive(store, [await version(2)])
  child.stdin.end('\n')
  expect(await text(child.stdout)).toMatch(/^rejected: .*taken over/)
  expect(await versions()).toEqual([['1.2.0', '1.1.0']])
  expect((await readdir(store.location)).sort()).toEqual(['.registry.serial', 'mf-codes', 'registry.json'])
})

it('keeps all releases made by concurrent processes', async () => {
  const names = Array.from({ length: process.env.LONG_TESTS ? 10 : 4 }, (_, index) => `mf-${index}`)
  const builds = await Promise.all(names.map((name) => writeBuild(folder, anotherRemote(name))))
  const keyFile = join(folder, 'key.pem')
  await writeFile(keyFile, key.export({ type: 'pkcs8', format: 'pem' }))
  const script = await bundle('release-process.ts', folder)
  const run = promisify(execFile)
  await Promise.all(builds.map((dist) => run(process.execPath, [script, store.location, dist, keyFile])))
  expect((await readRegistry(store))?.remotes.map(({ name }) => name).sort()).toEqual(names)
  await verifyRegistry(await registryJson(), publicKeyOf(key))
  expect((await readdir(store.location)).sort()).toEqual(['.registry.serial', ...names, 'registry.json'])
})

it('makes no release live that was deleted since its publication', async () => {
  await makeLive(store, [await version(1)])
  const deleted = await version(2)
  expect(await prune(store, { olderThanMs: -1000 })).toEqual(['mf-codes/1.2.0'])
  await expect(makeLive(store, [deleted])).rejects.toThrow('mf-codes/1.2.0 was deleted from')
  expect(await versions()).toEqual([['1.1.0']])
})
