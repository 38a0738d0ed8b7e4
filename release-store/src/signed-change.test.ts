import { createPrivateKey, type KeyObject } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Authority, keyIdOf, parseSignedRegistry } from '@canje/registry'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { convert } from './convert'
import { readHistory } from './history'
import { makeLive, retire, rollBack } from './live'
import { openStore } from './open-store'
import { publish } from './publish'
import { readRegistry } from './registry-file'
import { resign } from './rekey'
import type { ReleaseStore } from './release-store'
import { createKey, publicKeyOf } from './signing-key'
import { readRelease } from './stored-release'
import { anotherRemote, temporaryFolder, writeBuild } from './testing/store'
import { verifyStore } from './verify'
import { refresh, withdraw } from './withdraw'

const [old, operator, codesKey, usersKey] = Array.from({ length: 4 }, () => createPrivateKey(createKey())) as [
  KeyObject,
  KeyObject,
  KeyObject,
  KeyObject,
]
let folder: string
let store: ReleaseStore
let authority: Authority

/** A store of schema 2 that was converted, with mf-codes 1.1.0 after 1.0.0, and mf-users. */
beforeEach(async () => {
  folder = await temporaryFolder()
  store = openStore(join(folder, 'store'))
  await makeLive(store, [await build('1.0.0'), await build('1.0.0', 'mf-users')], old)
  await makeLive(store, [await build('1.1.0')], old)
  await convert(store, old, operator, { by: 'Operación' })
  const keys = (key: KeyObject) => ({ keys: [publicKeyOf(key)], slots: [] })
  authority = {
    storeId: (await readRegistry(store))?.storeId ?? '',
    operatorKeys: [publicKeyOf(operator)],
    remotes: { 'mf-codes': keys(codesKey), 'mf-users': keys(usersKey) },
  }
})
afterEach(() => rm(folder, { recursive: true }))

const build = async (version: string, name = 'mf-codes') => {
  const changes = name === 'mf-codes' ? {} : anotherRemote(name)
  return publish(store, await writeBuild(folder, { ...changes, version, build: `b${version}` }))
}
const file = (path: string) => join(store.location, path)
const json = async (path = 'registry.json') => JSON.parse(await readFile(file(path), 'utf8'))
const entryOf = async (name = 'mf-codes') =>
  (await json()).remotes.find((entry: { name: string }) => entry.name === name)
const live = async (version: string, key = codesKey) => makeLive(store, [await build(version)], key, { authority })
/** What a browser shows, and what it reports. */
async function shown() {
  const parsed = await parseSignedRegistry(await json(), 'https://r.test/registry.json', authority)
  const versions = parsed.remotes.map((one) =>
    [one.name, one.live.version, ...one.previous.map((p) => p.version)].join(' '),
  )
  return { versions, findings: parsed.findings, stampFinding: parsed.stampFinding(Date.now()) }
}
const fine = (...versions: string[]) => ({ versions, findings: [], stampFinding: undefined })

it('converts a store once: an operator signs what was live', async () => {
  expect(await shown()).toEqual(fine('mf-codes 1.1.0 1.0.0', 'mf-users 1.0.0'))
  expect(await entryOf()).toMatchObject({ change: { command: 'convert', by: 'Operación', before: null } })
  const before = await json()
  await convert(store, old, operator)
  expect(await json()).toEqual(before)
  expect(await verifyStore(store)).toEqual([])
})

it('converts a store without an id, and without the serial of its newest registry', async () => {
  store = openStore(join(folder, 'another'))
  await makeLive(store, [await build('1.0.0')])
  const { storeId, ...registry } = await json()
  await writeFile(file('registry.json'), JSON.stringify(registry))
  await rm(file('.registry.serial'))

  const converted = await convert(store, undefined, operator)

  expect(converted.storeId).not.toBe(storeId)
  expect(converted.remotes.map(({ name, live }) => [name, live.version])).toEqual([['mf-codes', '1.0.0']])
  expect(await verifyStore(store)).toEqual([])
})

it('changes and records only the entry of a team, whose key leaves the stamp as it is', async () => {
  const before = await json()
  await live('1.2.0')
  const after = await json()
  expect(await shown()).toEqual(fine('mf-codes 1.2.0 1.1.0 1.0.0', 'mf-users 1.0.0'))
  expect(after.stamp).toEqual(before.stamp)
  expect(await entryOf('mf-users')).toEqual(before.remotes.find(({ name }: { name: string }) => name === 'mf-users'))
  const entry = await entryOf()
  expect(entry.signature.keyId).toBe(await keyIdOf(publicKeyOf(codesKey)))
  expect(entry.change).toMatchObject({ command: 'publish', to: '1.2.0', before: expect.stringMatching(/^sha256-/) })
  expect(await json(`history/mf-codes/${entry.serial}.json`)).toEqual(entry)
  expect(await readdir(file('history/mf-users'))).toHaveLength(1)
})

it('renews the stamp with the key of an operator', async () => {
  const { stamp } = await json()
  await live('1.2.0')
  await live('1.3.0', operator)
  expect((await json()).stamp.serials).toMatchObject({ 'mf-codes': (await entryOf()).serial })
  await live('1.4.0')
  await refresh(store, operator, { authority })
  const renewed = (await json()).stamp
  expect(renewed.serials).toMatchObject({ 'mf-codes': (await entryOf()).serial })
  expect(Date.parse(renewed.expires) - Date.parse(renewed.at)).toBe(7 * 86_400_000)
  expect(renewed.serials['mf-users']).toBe(stamp.serials['mf-users'])
  await expect(refresh(store, codesKey, { authority })).rejects.toThrow('with the key of an operator only')
})

it('rolls back, retires and takes a remote back', async () => {
  await rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, codesKey, {
    authority,
    reason: 'Falla el filtro',
  })
  expect(await entryOf()).toMatchObject({ change: { command: 'rollback', to: '1.0.0', reason: 'Falla el filtro' } })
  await live('1.2.0')
  await retire(store, 'mf-codes', '1.2.0', codesKey, { authority })
  expect(await entryOf()).toMatchObject({ live: null, previous: [], retired: ['1.2.0', '1.0.0'] })
  expect(await shown()).toEqual(fine('mf-users 1.0.0'))
  const stored = await readRelease(store, 'mf-codes', '1.2.0')
  await makeLive(store, stored ? [stored] : [], codesKey, { authority, command: 'promote' })
  expect(await shown()).toEqual(fine('mf-codes 1.2.0 1.0.0', 'mf-users 1.0.0'))
  expect(
    (await readHistory(store, 'mf-codes', authority)).map(({ entries, broken }) => [entries.length, broken]),
  ).toEqual([[5, undefined]])
})

it('withdraws the live version for ever: the previous one goes live in the same change', async () => {
  await withdraw(store, { name: 'mf-codes', version: '1.1.0' }, codesKey, { authority, reason: 'Borra códigos' })
  expect(await shown()).toEqual(fine('mf-codes 1.0.0', 'mf-users 1.0.0'))
  expect(await entryOf()).toMatchObject({ withdrawn: ['1.1.0'], change: { command: 'withdraw', to: '1.1.0' } })
  await live('1.2.0')
  const stored = await readRelease(store, 'mf-codes', '1.1.0')
  await expect(makeLive(store, stored ? [stored] : [], codesKey, { authority })).rejects.toThrow(
    'mf-codes 1.1.0 is withdrawn and never goes live again',
  )
  expect(await shown()).toEqual(fine('mf-codes 1.2.0 1.0.0', 'mf-users 1.0.0'))
  const only = { name: 'mf-users', version: '1.0.0' }
  await expect(withdraw(store, only, usersKey, { authority })).rejects.toThrow('is its only release')
})

it.each<[string, () => KeyObject, RegExp]>([
  ['of another team', () => usersKey, /mf-codes cannot be changed with key \w{16}: the shells do not trust it/],
  ['of the old schema', () => old, /mf-codes cannot be changed with key/],
])('changes nothing with a key %s', async (_name, key, reason) => {
  const before = await json()
  await expect(live('1.2.0', key())).rejects.toThrow(reason)
  await expect(withdraw(store, { name: 'mf-codes', version: '1.1.0' }, key(), { authority })).rejects.toThrow(reason)
  expect(await json()).toEqual(before)
  expect(await readdir(file('history/mf-codes'))).toHaveLength(1)
})

it('does not sign what another writer has put into an entry', async () => {
  const altered = await json()
  altered.remotes.find(({ name }: { name: string }) => name === 'mf-codes').previous[0].version = '6.6.6'
  await writeFile(file('registry.json'), JSON.stringify(altered))
  await expect(live('1.2.0')).rejects.toThrow(/mf-codes was altered after it was signed with key/)
  await expect(live('1.3.0', operator)).rejects.toThrow(/mf-codes was altered/)
  expect(await json()).toEqual(altered)
})

it('vouches for no entry of another remote that is not signed as it must be', async () => {
  const altered = await json()
  const users = altered.remotes.find(({ name }: { name: string }) => name === 'mf-users')
  const { serial } = users
  users.serial += 1000
  await writeFile(file('registry.json'), JSON.stringify(altered))
  await live('1.2.0', operator)
  expect((await json()).stamp.serials['mf-users']).toBe(serial)
})

it('does not change a registry that was replaced by an older one', async () => {
  const earlier = await readFile(file('registry.json'))
  await live('1.2.0')
  await writeFile(file('registry.json'), earlier)
  await expect(live('1.3.0')).rejects.toThrow('registry.json was replaced by an older one')
})

it('names the first broken link of the history', async () => {
  await live('1.2.0')
  await live('1.3.0')
  const broken = async () => (await readHistory(store, 'mf-codes', authority))[0]?.broken
  const serials = (await readdir(file('history/mf-codes'))).sort()
  expect(await broken()).toBeUndefined()
  const [first = '', second = ''] = serials.map((name) => `history/mf-codes/${name}`)
  const text = await readFile(file(first), 'utf8')
  await writeFile(file(first), text.replace('"convert"', '"publish"'))
  expect(await broken()).toBe(`${second} follows an entry that is missing or was altered`)
  await writeFile(file(first), text)
  await rm(file(second))
  expect(await broken()).toMatch(/^history\/mf-codes\/\d+\.json follows an entry that is missing or was altered$/)
})

it('signs an entry again with another key, and changes nothing else', async () => {
  await live('2.0.0')
  const [before, others, versions] = [await entryOf(), await entryOf('mf-users'), await shown()]
  await expect(resign(store, ['mf-codes'], usersKey, { authority })).rejects.toThrow('cannot be changed with key')
  await resign(store, ['mf-codes', 'mf-others'], operator, { authority })
  const { serial, change, signature, ...content } = await entryOf()
  expect(before).toMatchObject(content)
  expect(serial).toBeGreaterThan(before.serial)
  expect(change).toMatchObject({ command: 'rekey' })
  expect(signature.keyId).toBe(await keyIdOf(publicKeyOf(operator)))
  expect(await entryOf('mf-users')).toEqual(others)
  expect(await shown()).toEqual(versions)
  expect(await readHistory(store, 'mf-codes', authority)).toMatchObject([{ broken: undefined }])
})
