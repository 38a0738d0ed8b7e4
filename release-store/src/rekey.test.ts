import { createPrivateKey } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { verifyRegistry } from '@canje/registry'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeLive } from './live'
import { openStore } from './open-store'
import { publish } from './publish'
import { rekey } from './rekey'
import type { ReleaseStore } from './release-store'
import { createKey, publicKeyOf } from './signing-key'
import { anotherRemote, temporaryFolder, writeBuild } from './testing/store'
import { verifyStore } from './verify'

const oldKey = createPrivateKey(createKey())
const newKey = createPrivateKey(createKey())
let folder: string
let store: ReleaseStore

beforeEach(async () => {
  folder = await temporaryFolder()
  store = openStore(join(folder, 'store'))
})
afterEach(() => rm(folder, { recursive: true }))

const release = async (changes = {}) => publish(store, await writeBuild(folder, changes))
const registryText = () => readFile(join(store.location, 'registry.json'), 'utf8')
const registryJson = async () => JSON.parse(await registryText())

it('signs the registry with the new key and a higher serial, and keeps the live releases', async () => {
  await makeLive(store, [await release(), await release(anotherRemote('mf-users'))], oldKey)
  await makeLive(store, [await release({ version: '1.1.0', build: 'b' })], oldKey)
  const before = await registryJson()
  const { serial } = await rekey(store, oldKey, newKey)
  const after = await registryJson()
  expect(after).toEqual({ ...before, serial, signature: expect.anything() })
  expect(serial).toBeGreaterThan(before.serial)
  await verifyRegistry(after, publicKeyOf(newKey))
  await expect(verifyRegistry(after, publicKeyOf(oldKey))).rejects.toThrow('is signed with key')
  expect(await verifyStore(store, publicKeyOf(newKey))).toEqual([])
})

it('requires the new key for the next release', async () => {
  await makeLive(store, [await release()], oldKey)
  await rekey(store, oldKey, newKey)
  const next = await release({ version: '1.1.0', build: 'b' })
  await expect(makeLive(store, [next], oldKey)).rejects.toThrow('is signed with key')
  await makeLive(store, [next], newKey)
  await verifyRegistry(await registryJson(), publicKeyOf(newKey))
})

it('waits for a concurrent release and keeps its result', async () => {
  await makeLive(store, [await release()], oldKey)
  const users = await release(anotherRemote('mf-users'))
  const [made] = await Promise.allSettled([makeLive(store, [users], oldKey), rekey(store, oldKey, newKey)])
  const registry = await registryJson()
  await verifyRegistry(registry, publicKeyOf(newKey))
  expect(registry.remotes).toHaveLength(made.status === 'fulfilled' ? 2 : 1)
})

it.each<[string, (text: string) => string, RegExp]>([
  ['signed with another key', (text) => text, /is signed with key/],
  ['altered', (text) => text.replace('Codigos', 'Otros'), /was altered/],
  ['not signed', (text) => text.replace('"signature"', '"other"'), /is not signed/],
  ['invalid', () => '{}', /is not valid/],
])('does not sign a registry that is %s', async (problem, change, reason) => {
  await makeLive(store, [await release()], oldKey)
  const text = change(await registryText())
  await writeFile(join(store.location, 'registry.json'), text)
  const given = problem === 'signed with another key' ? createPrivateKey(createKey()) : oldKey
  await expect(rekey(store, given, newKey)).rejects.toThrow(reason)
  expect(await registryText()).toBe(text)
})

it('does not create a registry', async () => {
  await release()
  await expect(rekey(store, oldKey, newKey)).rejects.toThrow('has no registry')
  await expect(registryText()).rejects.toThrow('ENOENT')
})
