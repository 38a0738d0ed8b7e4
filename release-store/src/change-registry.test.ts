import { createPrivateKey, type KeyObject } from 'node:crypto'
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Authority, keyIdOf, MAX_FILES, MAX_LENGTH, parseRegistry, type Release } from '@canje/registry'
import { exampleListing, exampleRelease } from '@canje/registry/testing'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { signedEntry } from './change-registry'
import { readHistory } from './history'
import { makeLive, rollBack, withdraw } from './live'
import { openStore } from './open-store'
import { publish } from './publish'
import type { ReleaseStore } from './release-store'
import { createKey, publicKeyOf } from './signing-key'
import { readRelease } from './stored-release'
import { temporaryFolder, writeBuild } from './testing/store'

const newKey = () => createPrivateKey(createKey())
const [operator, codesKey, usersKey] = [newKey(), newKey(), newKey()]
const listed = (name: string, key: KeyObject) => ({ ...exampleListing({ keys: [publicKeyOf(key)] }), name })
const authority: Authority = {
  storeId: 'store-1',
  operatorKeys: [publicKeyOf(operator)],
  remotes: [listed('mf-codes', codesKey), listed('mf-users', usersKey)],
  findings: [],
}
let folder: string
let store: ReleaseStore

/** A store with mf-codes 1.1.0 after 1.0.0, and mf-users. */
beforeEach(async () => {
  folder = await temporaryFolder()
  store = openStore(join(folder, 'store'))
  for (const version of ['1.0.0', '1.1.0']) await live(version)
  await makeLive(store, [await build('1.0.0', 'mf-users')], usersKey, { authority })
})
afterEach(() => rm(folder, { recursive: true }))

const build = async (version: string, name = 'mf-codes') =>
  publish(store, await writeBuild(folder, { name, version, build: `b${version}` }))
const file = (path: string) => join(store.location, path)
const json = async (path = 'registry.json') => JSON.parse(await readFile(file(path), 'utf8'))
const entryOf = async (name = 'mf-codes') =>
  (await json()).remotes.find((entry: { name: string }) => entry.name === name)
const live = async (version: string, key = codesKey, trust = authority) =>
  makeLive(store, [await build(version)], key, { authority: trust })
const promote = async (version: string, key: KeyObject, trust = authority) => {
  const stored = await readRelease(store, 'mf-codes', version)
  return makeLive(store, stored ? [stored] : [], key, { authority: trust, command: 'promote' })
}
/** What a browser shows, and what it reports. */
async function shown(trust = authority) {
  const { remotes, findings } = await parseRegistry(await json(), 'https://r.test', trust)
  const versions = remotes.map(({ name, live, previous }) =>
    [name, ...[live, ...previous].map(({ version }) => version)].join(' '),
  )
  return { versions, findings: findings.map(({ reason }) => reason) }
}
const fine = (...versions: string[]) => ({ versions, findings: [] })

it('changes and records only the entry of a team', async () => {
  const before = await json()
  await live('1.2.0')
  expect(await shown()).toEqual(fine('mf-codes 1.2.0 1.1.0 1.0.0', 'mf-users 1.0.0'))
  expect(await entryOf('mf-users')).toEqual(before.remotes.find(({ name }: { name: string }) => name === 'mf-users'))
  const entry = await entryOf()
  expect(entry.signature.keyId).toBe(await keyIdOf(publicKeyOf(codesKey)))
  expect(entry.change).toMatchObject({ command: 'publish', to: '1.2.0', before: expect.stringMatching(/^sha256-/) })
  expect(await json(`history/mf-codes/${entry.serial}.json`)).toEqual(entry)
  expect(await readdir(file('history/mf-users'))).toHaveLength(1)
})

it('rolls back, and records why', async () => {
  const note = { authority, reason: 'Falla el filtro', by: 'Ana' }
  await rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, codesKey, note)
  expect(await entryOf()).toMatchObject({ change: { command: 'rollback', to: '1.0.0', reason: 'Falla el filtro' } })
  expect(await shown()).toEqual(fine('mf-codes 1.0.0', 'mf-users 1.0.0'))
  const [history] = await readHistory(store, 'mf-codes', authority)
  expect(history).toMatchObject({ broken: undefined, entries: [{ change: { by: 'Ana' } }, {}, {}] })
})

it('withdraws the live version for ever: the previous one goes live in the same change', async () => {
  await withdraw(store, { name: 'mf-codes', version: '1.1.0' }, codesKey, { authority, reason: 'Borra códigos' })
  expect(await shown()).toEqual(fine('mf-codes 1.0.0', 'mf-users 1.0.0'))
  expect(await entryOf()).toMatchObject({ withdrawn: ['1.1.0'], change: { command: 'withdraw', to: '1.1.0' } })
  await live('1.2.0')
  await expect(promote('1.1.0', codesKey)).rejects.toThrow('mf-codes 1.1.0 is withdrawn and never goes live again')
  expect(await shown()).toEqual(fine('mf-codes 1.2.0 1.0.0', 'mf-users 1.0.0'))
  const only = { name: 'mf-users', version: '1.0.0' }
  await expect(withdraw(store, only, usersKey, { authority })).rejects.toThrow('is its only release')
})

it.each<[string, () => KeyObject, RegExp]>([
  ['of another team', () => usersKey, /mf-codes cannot be changed with key \w{16}: the shells do not trust it/],
  ['that nobody trusts', newKey, /mf-codes cannot be changed with key/],
])('changes nothing with a key %s', async (_name, key, reason) => {
  const before = await json()
  await expect(live('1.2.0', key())).rejects.toThrow(reason)
  await expect(withdraw(store, { name: 'mf-codes', version: '1.1.0' }, key(), { authority })).rejects.toThrow(reason)
  expect(await json()).toEqual(before)
  expect(await readdir(file('history/mf-codes'))).toHaveLength(2)
})

it('does not sign what another writer has put into an entry', async () => {
  const altered = await json()
  altered.remotes.find(({ name }: { name: string }) => name === 'mf-codes').previous[0].version = '6.6.6'
  await writeFile(file('registry.json'), JSON.stringify(altered))
  await expect(live('1.2.0')).rejects.toThrow(/mf-codes was altered after it was signed with key/)
  await expect(live('1.3.0', operator)).rejects.toThrow(/mf-codes was altered/)
  await expect(promote('1.1.0', codesKey)).rejects.toThrow(/mf-codes was altered/)
  expect(await json()).toEqual(altered)
})

it('names the first broken link of the history', async () => {
  await live('1.2.0')
  await live('1.3.0')
  const broken = async () => (await readHistory(store, 'mf-codes', authority))[0]?.broken
  const serials = (await readdir(file('history/mf-codes'))).sort()
  expect(await broken()).toBeUndefined()
  const [first = '', second = ''] = serials.map((name) => `history/mf-codes/${name}`)
  const text = await readFile(file(first), 'utf8')
  await writeFile(file(first), text.replace('"publish"', '"promote"'))
  expect(await broken()).toBe(`${second} follows an entry that is missing or was altered`)
  await writeFile(file(first), text)
  await rm(file(second))
  expect(await broken()).toMatch(/^history\/mf-codes\/\d+\.json follows an entry that is missing or was altered$/)
})

it('changes only what the same key has signed, when no shell says whom it trusts', async () => {
  await makeLive(store, [await build('1.2.0')], codesKey)
  await expect(makeLive(store, [await build('1.3.0')], operator)).rejects.toThrow(
    /mf-codes is signed with key \w+, not with \w+\. Name a shell whose config\.json trusts that key\./,
  )
})

it('belongs to one store', async () => {
  const others = { ...authority, storeId: 'store-2' }
  await expect(live('1.2.0', codesKey, others)).rejects.toThrow('is the store store-1, and the shells trust store-2')
  store = openStore(join(folder, 'another'))
  await live('1.0.0', codesKey, others)
  expect((await json()).storeId).toBe('store-2')
})

it('rotates a key: signs the live release again with a new one, and the old one can go', async () => {
  await live('2.0.0')
  const next = newKey()
  const rotating = (...keys: KeyObject[]) => ({
    ...authority,
    remotes: [{ ...listed('mf-codes', codesKey), keys: keys.map(publicKeyOf) }, listed('mf-users', usersKey)],
  })
  const [before, users, versions] = [await entryOf(), await entryOf('mf-users'), await shown()]
  await promote('2.0.0', codesKey)
  expect(await entryOf()).toEqual(before)
  await expect(promote('2.0.0', next)).rejects.toThrow('mf-codes cannot be changed with key')

  await promote('2.0.0', next, rotating(codesKey, next))
  const { serial, change, signature, ...content } = await entryOf()
  expect(before).toMatchObject(content)
  expect(serial).toBeGreaterThan(before.serial)
  expect(change).toMatchObject({ command: 'promote', to: '2.0.0' })
  expect(signature.keyId).toBe(await keyIdOf(publicKeyOf(next)))
  expect(await entryOf('mf-users')).toEqual(users)
  expect(await shown(rotating(next))).toEqual(versions)
  expect(await readHistory(store, 'mf-codes', rotating(next))).toMatchObject([{ broken: undefined }])
})

it('says what to do about an entry whose key was removed too early', async () => {
  const early = { ...authority, remotes: [listed('mf-codes', usersKey), listed('mf-users', usersKey)] }
  await expect(promote('1.1.0', usersKey, early)).rejects.toThrow(
    /mf-codes is signed with key .* or list the key in config\.json again\.$/,
  )
})

it('does not change a registry that was replaced by an older one, and reports it', async () => {
  const [first, second] = [await readFile(file('registry.json')), await live('1.2.0')]
  await writeFile(file('registry.json'), JSON.stringify(second.json))
  await live('1.3.0')
  await live('1.4.0')
  for (const older of [first, JSON.stringify(second.json)]) {
    await writeFile(file('registry.json'), older)
    const replaced = `registry.json was replaced by an older one: history/mf-codes/`
    await expect(live('1.5.0')).rejects.toThrow(replaced)
    const [history] = await readHistory(store, 'mf-codes', authority)
    expect(history?.broken).toContain(replaced)
    expect(await readHistory(store, 'mf-users', authority)).toMatchObject([{ broken: undefined }])
  }
})

it('takes a registry that others changed meanwhile for no older one', async () => {
  const { filesOf } = store
  vi.spyOn(store, 'filesOf').mockImplementationOnce(async (path) => {
    for (const version of ['1.2.0', '1.3.0']) await live(version)
    return filesOf(path)
  })
  expect(await readHistory(store, 'mf-codes', authority)).toMatchObject([{ broken: undefined, entries: [{}, {}] }])
})

it('repeats a change that was interrupted between its history and the registry', async () => {
  const registry = await readFile(file('registry.json'))
  await live('1.2.0')
  await writeFile(file('registry.json'), registry)
  await live('1.2.0')
  expect(await shown()).toEqual(fine('mf-codes 1.2.0 1.1.0 1.0.0', 'mf-users 1.0.0'))
  expect((await readHistory(store, 'mf-codes', authority))[0]?.broken).toBeUndefined()
})

it('writes no registry that is too long to be read', async () => {
  const hash = `sha384-${'A'.repeat(64)}`
  const files = Array.from({ length: MAX_FILES }, (_, index) => [`${'a'.repeat(190)}${index}.js`, hash])
  const release = (version: string) => exampleRelease({ version, integrity: Object.fromEntries(files) })
  const [live, ...previous] = ['6', '5', '4', '3', '2', '1'].map(release)
  if (!live) return
  const sign = (name: string, previous: Release[]) =>
    signedEntry('store-1', { name, live, previous, withdrawn: [] }, undefined, operator, { command: 'publish' })
  const names = ['mf-a', 'mf-b', 'mf-c', 'mf-d']
  const remotes = await Promise.all([...names.map((name) => sign(name, previous)), sign('mf-e', previous.slice(0, 2))])
  await writeFile(file('registry.json'), JSON.stringify({ format: 1, storeId: 'store-1', remotes }))
  for (const name of ['mf-f', 'mf-g']) await mkdir(file(`${name}/6`), { recursive: true })
  const both = ['mf-f', 'mf-g'].map((name) => ({ name, release: live }))
  await expect(makeLive(store, both, operator, { authority })).rejects.toThrow(
    `would have more than ${MAX_LENGTH} characters`,
  )
  await rollBack(store, { name: 'mf-a', from: '6', to: '5' }, operator, { authority })
})
