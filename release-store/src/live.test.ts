import { createPrivateKey } from 'node:crypto'
import { readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { readHistory } from './history'
import { makeLive, rollBack } from './live'
import { openStore } from './open-store'
import { prune } from './prune'
import { publish } from './publish'
import { entriesOf, readRegistry } from './registry-file'
import type { ReleaseStore } from './release-store'
import { createKey } from './signing-key'
import { temporaryFolder, writeBuild } from './testing/store'

const key = createPrivateKey(createKey())
let folder: string
let store: ReleaseStore

beforeEach(async () => {
  folder = await temporaryFolder()
  store = openStore(join(folder, 'store'))
})
afterEach(() => rm(folder, { recursive: true }))

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
  const users = await release({ name: 'mf-users' })
  await makeLive(store, [await version(1), users], key)
  const next = await version(2)
  await makeLive(store, [next], key)
  expect((await readRegistry(store))?.remotes).toMatchObject([
    { name: 'mf-codes', live: next.release, previous: [{ version: '1.1.0' }] },
    { name: 'mf-users', live: users.release, previous: [] },
  ])
})

it('keeps five distinct previous releases, newest first', async () => {
  const releases = await Promise.all([1, 2, 3, 4, 5, 6, 7].map(version))
  for (const each of releases) await makeLive(store, [each], key)
  expect(await versions()).toEqual([['1.7.0', '1.6.0', '1.5.0', '1.4.0', '1.3.0', '1.2.0']])
  await makeLive(store, releases.slice(5, 6), key)
  expect(await versions()).toEqual([['1.6.0', '1.7.0', '1.5.0', '1.4.0', '1.3.0', '1.2.0']])
  await makeLive(store, releases.slice(5, 6), key)
  expect(await versions()).toEqual([['1.6.0', '1.7.0', '1.5.0', '1.4.0', '1.3.0', '1.2.0']])
})

it('rolls back release by release, and drops the rolled-back ones', async () => {
  for (const number of [1, 2, 3]) await makeLive(store, [await version(number)], key)
  await rollBack(store, fromTo('1.3.0', '1.2.0'), key)
  expect(await versions()).toEqual([['1.2.0', '1.1.0']])
  await rollBack(store, fromTo('1.2.0', '1.1.0'), key)
  const further = rollBack(store, fromTo('1.1.0', '1.0.0'), key)
  await expect(further).rejects.toThrow('mf-codes 1.1.0 has no previous release to go back to')
  const unknown = rollBack(store, { ...fromTo('1.1.0', '1.0.0'), name: 'mf-gone' }, key)
  await expect(unknown).rejects.toThrow('mf-gone is not in the registry')
  expect(await versions()).toEqual([['1.1.0']])
})

it.each([
  ['the live release', '1.2.0', '1.1.0'],
  ['the previous release', '1.3.0', '1.1.0'],
])('rejects a roll-back when another process changed %s', async (_what, from, to) => {
  for (const number of [1, 2, 3]) await makeLive(store, [await version(number)], key)
  await expect(rollBack(store, fromTo(from, to), key)).rejects.toThrow(
    `mf-codes cannot go from ${from} to ${to}: 1.3.0 is live now, and 1.2.0 is its newest previous release.`,
  )
  expect(await versions()).toEqual([['1.3.0', '1.2.0', '1.1.0']])
})

it('increases the serial with every change, even when the clock goes back', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const [one, two] = [await version(1), await version(2)]
  for (const [now, release] of [
    [1000, one],
    [1000, two],
    [500, one],
    [500, one],
    [9000, two],
  ] as const) {
    vi.setSystemTime(now)
    await makeLive(store, [release], key)
  }
  const [history] = await readHistory(store)
  expect(history?.entries.map(({ serial }) => serial)).toEqual([9000, 1002, 1001, 1000])
})

it.each([
  'data:text/javascript,alert(1)',
  ' data:text/javascript,',
  'java\tscript:alert(1)',
  '//ana:secret@a.example/a.js',
])('rejects a release whose entry is %j', async (entry) => {
  const one = await version(1)
  await makeLive(store, [one], key)
  const before = await registryJson()
  const release = { ...one.release, entry }
  await expect(makeLive(store, [{ ...one, release }], key)).rejects.toThrow(
    `${join(store.location, 'mf-codes/1.1.0/release.json')} is not valid. entry: must be an http or https URL`,
  )
  expect(await registryJson()).toEqual(before)
})

it('reports why a registry is invalid', async () => {
  await makeLive(store, [await version(1)], key)
  const { storeId: _, ...json } = await registryJson()
  await writeFile(join(store.location, 'registry.json'), JSON.stringify(json))
  await expect(rollBack(store, fromTo('1.1.0', '1.0.0'), key)).rejects.toThrow(
    /registry\.json is not valid\. storeId: /,
  )
})

it('rolls back from a release whose files are missing', async () => {
  for (const number of [1, 2]) await makeLive(store, [await version(number)], key)
  await rm(join(store.location, 'mf-codes/1.2.0'), { recursive: true })
  await rollBack(store, fromTo('1.2.0', '1.1.0'), key)
  expect(await versions()).toEqual([['1.1.0']])
})

it('rejects the change of a suspended process whose lock was taken over', async () => {
  const before = await makeLive(store, [await version(1)], key)
  const next = await version(2)
  const suspended = store.update(async () => {
    const lock = join(store.location, '.registry.lock')
    const aMinuteAgo = new Date(Date.now() - 60_000)
    for (const file of await readdir(lock)) await utimes(join(lock, file), aMinuteAgo, aMinuteAgo)
    await makeLive(store, [next], key)
    const entries = entriesOf(before).map((entry) => ({ ...entry, serial: entry.serial + 1 }))
    return { old: before, registry: before, entries }
  })
  await expect(suspended).rejects.toThrow('taken over')
  expect(await versions()).toEqual([['1.2.0', '1.1.0']])
  expect((await readdir(store.location)).sort()).toEqual(['history', 'mf-codes', 'registry.json'])
})

it('makes no release live that was deleted since its publication', async () => {
  await makeLive(store, [await version(1)], key)
  const deleted = await version(2)
  expect(await prune(store, { olderThanMs: -1000 })).toEqual(['mf-codes/1.2.0'])
  await expect(makeLive(store, [deleted], key)).rejects.toThrow('mf-codes/1.2.0 was deleted from')
  expect(await versions()).toEqual([['1.1.0']])
})
