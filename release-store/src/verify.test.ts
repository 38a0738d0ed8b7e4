import { createPrivateKey } from 'node:crypto'
import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeLive, rollBack } from './live'
import { openStore } from './open-store'
import { publish } from './publish'
import { readChangeable } from './registry-file'
import type { ReleaseStore } from './release-store'
import { createKey, publicKeyOf } from './signing-key'
import { temporaryFolder, writeBuild } from './testing/store'
import { verifyStore } from './verify'

const key = createPrivateKey(createKey())
let folder: string
let store: ReleaseStore

beforeEach(async () => {
  folder = await temporaryFolder()
  store = openStore(join(folder, 'store'))
  await makeLive(store, [await publish(store, await writeBuild(folder))], key)
  await makeLive(store, [await publish(store, await writeBuild(folder, { version: '1.1.0', build: 'b' }))], key)
})
afterEach(() => rm(folder, { recursive: true }))

const file = (path: string) => join(store.location, 'mf-codes', path)

it('reports nothing for an intact store', async () => {
  expect(await verifyStore(store, publicKeyOf(key))).toEqual([])
})

it.each<[string, () => Promise<void>, string]>([
  ['a changed byte', () => appendFile(file('1.1.0/remoteEntry.js'), ' '), 'mf-codes 1.1.0: remoteEntry.js was changed'],
  ['a changed image', () => appendFile(file('1.1.0/icons/a.svg'), ' '), 'mf-codes 1.1.0: icons/a.svg was changed'],
  ['a lost file', () => rm(file('1.0.0/tab.css')), 'mf-codes 1.0.0: tab.css is missing'],
  ['an added file', () => writeFile(file('1.1.0/more.js'), ''), 'mf-codes 1.1.0: more.js was added'],
  ...['constructor', '__proto__', 'toString'].map((name): [string, () => Promise<void>, string] => [
    `an added file ${name}`,
    () => writeFile(file(`1.1.0/${name}`), ''),
    `mf-codes 1.1.0: ${name} was added`,
  ]),
  [
    'an added folder in a remote',
    () => cp(file('1.0.0/icons'), file('icons'), { recursive: true }),
    'mf-codes/icons is no release',
  ],
  ['a copied release', () => cp(file('1.0.0'), file('9.9.9'), { recursive: true }), 'mf-codes/9.9.9 is no release'],
  ['an added file in a remote', () => writeFile(file('more.js'), ''), 'mf-codes/more.js is no release'],
  [
    'an added folder',
    () => cp(file('1.0.0/icons'), join(store.location, 'more'), { recursive: true }),
    'more/a.svg is no release',
  ],
  ['an added file in the store', () => writeFile(join(store.location, 'index.html'), ''), 'index.html is no release'],
  ['a lost release', () => rm(file('1.0.0'), { recursive: true }), 'mf-codes 1.0.0: is not in the store'],
  ['an invalid manifest', () => writeFile(file('1.0.0/release.json'), '{}'), 'mf-codes 1.0.0: release.json differs'],
  [
    'a swapped release',
    () => cp(file('1.0.0'), file('1.1.0'), { recursive: true }),
    'mf-codes 1.1.0: release.json differs from the registry',
  ],
  [
    'a compressed file with other content',
    () => writeFile(file('1.1.0/remoteEntry.js.gz'), gzipSync('alert(1)')),
    'mf-codes 1.1.0: remoteEntry.js.gz does not match remoteEntry.js',
  ],
  [
    'a malformed compressed file',
    () => writeFile(file('1.1.0/remoteEntry.js.br'), 'alert(1)'),
    'mf-codes 1.1.0: remoteEntry.js.br does not match remoteEntry.js',
  ],
])('reports %s', async (_name, tamper, finding) => {
  await tamper()
  expect(await verifyStore(store, publicKeyOf(key))).toContainEqual(expect.stringContaining(finding))
})

it('verifies a release that is not live', async () => {
  await publish(store, await writeBuild(folder, { version: '1.2.0', build: 'c' }))
  expect(await verifyStore(store, publicKeyOf(key))).toEqual([])
  await appendFile(file('1.2.0/tab.css'), ' ')
  expect(await verifyStore(store, publicKeyOf(key))).toEqual(['mf-codes 1.2.0: tab.css was changed'])
})

it('reports a registry that was replaced by its predecessor, and signs it again only after a decision', async () => {
  const registry = join(store.location, 'registry.json')
  const predecessor = await readFile(registry)
  const { serial } = await makeLive(
    store,
    [await publish(store, await writeBuild(folder, { version: '1.2.0', build: 'c' }))],
    key,
  )
  await writeFile(registry, predecessor)
  expect(await verifyStore(store, publicKeyOf(key))).toEqual([
    `registry.json was replaced by an older one: ${JSON.parse(predecessor.toString()).serial}, after ${serial}`,
  ])
  const change = () => rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key)
  await expect(change()).rejects.toThrow(
    /: registry\.json was replaced by an older one: .* To go on from this one, delete .*\.registry\.serial\.$/,
  )
  await expect(readChangeable(store, publicKeyOf(key))).rejects.toThrow('replaced by an older one')
  expect(await readFile(registry)).toEqual(predecessor)
  await rm(join(store.location, '.registry.serial'))
  await change()
  expect(await verifyStore(store, publicKeyOf(key))).toEqual([])
})

it('never lowers the serial, also when the registry is created again', async () => {
  const newest = Date.now() + 3_600_000
  await writeFile(join(store.location, '.registry.serial'), JSON.stringify({ serial: newest }))
  await rm(join(store.location, 'registry.json'))
  const { serial } = await makeLive(store, [await publish(store, await writeBuild(folder))], key)
  expect(serial).toBe(newest + 1)
})

it('accepts a store of an earlier version, which has no serial of its own', async () => {
  await rm(join(store.location, '.registry.serial'))
  expect(await verifyStore(store, publicKeyOf(key))).toEqual([])
})

it('reports an altered registry together with all other findings', async () => {
  const registry = join(store.location, 'registry.json')
  await writeFile(registry, (await readFile(registry, 'utf8')).replace('Codigos', 'Otros'))
  await rm(file('1.0.0/tab.css'))
  expect(await verifyStore(store, publicKeyOf(key))).toEqual(
    expect.arrayContaining([expect.stringContaining('was altered'), 'mf-codes 1.0.0: tab.css is missing']),
  )
})

it('reports a store without a registry', async () => {
  expect(await verifyStore(openStore(join(folder, 'new')))).toEqual([expect.stringContaining('has no registry')])
})
