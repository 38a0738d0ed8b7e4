import { createPrivateKey } from 'node:crypto'
import { existsSync } from 'node:fs'
import { cp, mkdir, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { makeLive, rollBack } from './live'
import { openStore } from './open-store'
import { prune } from './prune'
import { publish } from './publish'
import type { ReleaseStore } from './release-store'
import { createKey } from './signing-key'
import { temporaryFolder, writeBuild } from './testing/store'
import { verifyStore } from './verify'

const lock = vi.hoisted(() => ({ beforeChange: async () => undefined as unknown }))
vi.mock(import('./folder/store-lock'), async (original) => {
  const file = await original()
  return {
    ...file,
    withStoreLock: (location, action) =>
      file.withStoreLock(location, (held) =>
        action({
          ...held,
          assertHeld: () => lock.beforeChange().then(held.assertHeld),
        }),
      ),
  }
})

const HOUR_MS = 3_600_000
const key = createPrivateKey(createKey())
const INTERRUPTED = 'mf-codes/.release-0b1e8f4e-52d3-4c8a-9a51-6f0f6c0c6c11'
let folder: string
let store: ReleaseStore

beforeEach(async () => {
  folder = await temporaryFolder()
  store = openStore(join(folder, 'store'))
  await makeLive(store, [await publish(store, await writeBuild(folder))], key)
})
afterEach(() => {
  lock.beforeChange = async () => undefined
  return rm(folder, { recursive: true })
})

const release = async (version: string) => publish(store, await writeBuild(folder, { version, build: version }))
const versions = async () => (await readdir(join(store.location, 'mf-codes'))).sort()

async function age(version: string, hours: number) {
  const then = new Date(Date.now() - hours * HOUR_MS)
  await utimes(join(store.location, 'mf-codes', version), then, then)
}

it('deletes old releases that the registry does not list', async () => {
  await makeLive(store, [await release('1.1.0')], key)
  await release('1.2.0')
  await release('1.3.0')
  await mkdir(join(store.location, INTERRUPTED))
  for (const version of ['1.0.0', '1.1.0', '1.2.0', basename(INTERRUPTED)]) await age(version, 2)
  expect(await prune(store, { olderThanMs: HOUR_MS })).toEqual([INTERRUPTED, 'mf-codes/1.2.0'])
  expect(await versions()).toEqual(['1.0.0', '1.1.0', '1.3.0'])
})

it('deletes nothing after another process took its lock over', async () => {
  await release('1.1.0')
  await age('1.1.0', 2)
  lock.beforeChange = () => Promise.reject(new Error('taken over'))
  await expect(prune(store, { olderThanMs: HOUR_MS })).rejects.toThrow('taken over')
  expect(await versions()).toEqual(['1.0.0', '1.1.0'])
})

it('counts the age of a release from its removal from the registry', async () => {
  await makeLive(store, [await release('1.1.0')], key)
  await age('1.1.0', 2)
  await rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key)
  expect(await prune(store, { olderThanMs: HOUR_MS })).toEqual([])
  await age('1.1.0', 2)
  expect(await prune(store, { olderThanMs: HOUR_MS })).toEqual(['mf-codes/1.1.0'])
})

it('only lists the deletions in a dry run', async () => {
  await release('1.1.0')
  await age('1.1.0', 2)
  expect(await prune(store, { olderThanMs: HOUR_MS, dryRun: true })).toEqual(['mf-codes/1.1.0'])
  expect(await versions()).toEqual(['1.0.0', '1.1.0'])
})

it.each([
  ['is empty', undefined],
  ['has a release.json of another application', '{ "name": "photos", "version": "2026", "files": [] }'],
  ['has no JSON', '<html>'],
  ['has the manifest of another folder', 'of another folder'],
  ['has the manifest of a build, which has no hashes', 'of a build'],
])('keeps a folder that %s', async (_what, manifest) => {
  const texts: Record<string, Promise<string>> = {
    'of another folder': readFile(join(store.location, 'mf-codes/1.0.0/release.json'), 'utf8'),
    'of a build': readFile(join(await writeBuild(folder, { name: 'photos', version: '2026' }), 'release.json'), 'utf8'),
  }
  for (const path of ['photos/2026', 'mf-codes/2026']) {
    await mkdir(join(store.location, path), { recursive: true })
    if (manifest) await writeFile(join(store.location, path, 'release.json'), (await texts[manifest]) ?? manifest)
  }
  await mkdir(join(store.location, 'photos/.git'))
  await mkdir(join(store.location, 'photos/.0b1e8f4e-52d3-4c8a-9a51-6f0f6c0c6c11'))
  const before = (await readdir(store.location, { recursive: true })).sort()
  expect(await prune(store, { olderThanMs: -HOUR_MS })).toEqual([])
  expect((await readdir(store.location, { recursive: true })).sort()).toEqual(before)
})

it('leaves a store that verifies', async () => {
  await release('1.1.0')
  await publish(store, await writeBuild(folder, { name: 'mf-users' }))
  expect(await verifyStore(store)).toEqual([])
  expect(await prune(store, { olderThanMs: -HOUR_MS })).toEqual(['mf-codes/1.1.0', 'mf-users/1.0.0'])
  expect(await verifyStore(store)).toEqual([])
  expect(existsSync(join(store.location, 'mf-users'))).toBe(false)
})

it('deletes what interrupted changes of the registry left', async () => {
  const id = '0b1e8f4e-52d3-4c8a-9a51-6f0f6c0c6c11'
  const left = [`.registry.json.${id}`, `.registry.lock.${id}`]
  await writeFile(join(store.location, `.registry.json.${id}`), '{')
  await mkdir(join(store.location, `.registry.lock.${id}`))
  await writeFile(join(store.location, `.registry.lock.${id}`, id), '{')
  expect(await verifyStore(store)).toEqual([])
  expect(await prune(store, { olderThanMs: -HOUR_MS })).toEqual(left)
  for (const path of left) expect(existsSync(join(store.location, path))).toBe(false)
})

it('deletes what a change leaves that is killed just before it replaces a file', async () => {
  const killed: string[] = []
  const next = await release('1.1.0')
  lock.beforeChange = async () => {
    const copy = join(folder, `killed-${killed.length}`)
    await cp(store.location, copy, { recursive: true })
    await rm(join(copy, '.registry.lock'), { recursive: true })
    killed.push(copy)
  }
  await makeLive(store, [next], key)
  lock.beforeChange = async () => undefined
  expect(killed).toHaveLength(2)
  for (const copy of killed) {
    await prune(openStore(copy), { olderThanMs: -HOUR_MS })
    expect((await readdir(copy, { recursive: true })).filter((path) => /(^|\/)\./.test(path))).toEqual([])
  }
})

it.each([false, true])('deletes nothing without a registry (dry run: %s)', async (dryRun) => {
  const options = { olderThanMs: -HOUR_MS, dryRun }
  await expect(prune(openStore(join(folder, 'new')), options)).rejects.toThrow('has no registry')
  expect(existsSync(join(folder, 'new'))).toBe(false)
  await rm(join(store.location, 'registry.json'))
  await expect(prune(store, options)).rejects.toThrow('has no registry')
  expect(await versions()).toEqual(['1.0.0'])
})
