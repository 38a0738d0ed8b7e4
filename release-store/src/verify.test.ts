import { createPrivateKey } from 'node:crypto'
import { appendFile, cp, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeLive } from './live'
import { openStore } from './open-store'
import { publish } from './publish'
import type { ReleaseStore } from './release-store'
import { createKey } from './signing-key'
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
  expect(await verifyStore(store)).toEqual([])
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
  expect(await verifyStore(store)).toContainEqual(expect.stringContaining(finding))
})

it('verifies a release that is not live', async () => {
  await publish(store, await writeBuild(folder, { version: '1.2.0', build: 'c' }))
  expect(await verifyStore(store)).toEqual([])
  await appendFile(file('1.2.0/tab.css'), ' ')
  expect(await verifyStore(store)).toEqual(['mf-codes 1.2.0: tab.css was changed'])
})

it('reports a store without a registry', async () => {
  expect(await verifyStore(openStore(join(folder, 'new')))).toEqual([expect.stringContaining('has no registry')])
})
