import { cp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseRegistry } from '@canje/registry'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { makeLive, rollBack } from './live'
import { openStore } from './open-store'
import { prune } from './prune'
import { publish } from './publish'
import { readRegistry } from './registry-file'
import type { ReleaseStore } from './release-store'
import { readRelease } from './stored-release'
import { temporaryFolder, writeBuild } from './testing/store'
import { verifyStore } from './verify'

/** A store that version 1.0 wrote, without the serial of its newest registry and without an id. */
const STORE = fileURLToPath(new URL('./testing/store-of-1.0', import.meta.url))
let folder: string
let store: ReleaseStore

beforeEach(async () => {
  folder = await temporaryFolder()
  store = openStore(join(folder, 'store'))
  await cp(STORE, store.location, { recursive: true })
})
afterEach(() => rm(folder, { recursive: true }))

const versions = async () => {
  const [remote] = (await readRegistry(store))?.remotes ?? []
  return remote && [remote.live, ...remote.previous].map(({ version }) => version)
}

it('reads and verifies a store of version 1.0', async () => {
  expect(await versions()).toEqual(['1.1.0', '1.0.0'])
  expect(await verifyStore(store)).toEqual([])
  const registry = parseRegistry(await readRegistry(store), 'https://remotes.test/registry.json')
  expect(registry.remotes[0]?.live.entry).toBe('https://remotes.test/mf-codes/1.1.0/remoteEntry.js')
})

it('goes on with it: promotes, rolls back, publishes and prunes', async () => {
  const stored = await readRelease(store, 'mf-codes', '1.2.0')
  if (!stored) throw new Error('The store has no 1.2.0.')
  await makeLive(store, [stored])
  await rollBack(store, { name: 'mf-codes', from: '1.2.0', to: '1.1.0' })
  await makeLive(store, [await publish(store, await writeBuild(folder, { version: '1.3.0', build: 'b1.3.0' }))])
  expect(await versions()).toEqual(['1.3.0', '1.1.0', '1.0.0'])
  expect(await prune(store, { olderThanMs: -60_000 })).toEqual(['mf-codes/1.2.0'])
  expect(await verifyStore(store)).toEqual([])
})
