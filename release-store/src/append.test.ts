import { MAX_FILES, type Release } from '@canje/registry'
import { exampleCandidate, exampleRelease } from '@canje/registry/testing'
import { beforeEach, expect, it } from 'vitest'
import { authority, key, note, trust } from '../tests/signer'
import { append } from './append'
import { makeLive, rollBack } from './live'
import { readLog } from './log'
import { publish } from './publish'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { openMemoryBucket } from './testing/memory-service'
import { temporaryFolder, writeBuild } from './testing/store'
import { verifyRemote } from './verify'

let folder: string
let store: ReleaseStore
const published = new Map<string, PublishedRelease>()

beforeEach(async () => {
  folder = await temporaryFolder()
  store = openMemoryBucket()
  for (const version of ['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
    published.set(version, await publish(store, await writeBuild(folder, { version, build: `b${version}` })))
  for (const version of ['1.0.0', '1.1.0']) await live(version)
})

const live = (version: string, on = store, changes: object = {}) =>
  makeLive(on, published.get(version) ?? expect.fail(`${version} is not published`), key, { ...note, ...changes })
const chain = async () => {
  const { states, damage } = await readLog(store, 'mf-codes', trust)
  expect(damage).toBeUndefined()
  return states.map(({ state }) => state.live?.version)
}
const copy = async () => JSON.parse((await store.read('mf-codes/live.json'))?.toString() ?? '')
const verify = async () => expect((await verifyRemote(store, 'mf-codes', trust)).findings).toEqual([])

/** Runs something before the first call of a method. */
function interrupted(method: 'create' | 'replace', first: () => Promise<unknown>): ReleaseStore {
  let isFirst = true
  const interrupt = async () => {
    if (!isFirst) return
    isFirst = false
    await first()
  }
  const create: ReleaseStore['create'] = (...file) => interrupt().then(() => store.create(...file))
  const replace: ReleaseStore['replace'] = (...file) => interrupt().then(() => store.replace(...file))
  return { ...store, ...(method === 'create' ? { create } : { replace }) }
}

it('decides again when another writer was faster', async () => {
  const slow = interrupted('create', () => live('1.2.0'))
  await live('1.3.0', slow)
  expect(await chain()).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
  expect((await copy()).previous.map(({ version }: Release) => version)).toEqual(['1.2.0', '1.1.0', '1.0.0'])
  await verify()
})

it('says who was faster when there is nothing left to decide', async () => {
  const slow = interrupted('create', () => live('1.2.0', store, { by: 'Ana' }))
  await expect(rollBack(slow, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key, note)).rejects.toMatchObject({
    fault: 'refused',
    message: expect.stringMatching(
      /^mf-codes cannot go from 1\.1\.0 to 1\.0\.0: .* run it again\. Ana was faster: publish, 20/,
    ),
  })
  expect(await chain()).toEqual(['1.0.0', '1.1.0', '1.2.0'])
})

it('is satisfied when the other writer did the same', async () => {
  const slow = interrupted('create', () => live('1.2.0', store, { by: 'Ana' }))
  const state = await live('1.2.0', slow, { by: 'Eva' })
  expect(state.change.by).toBe('Ana')
  expect(await chain()).toEqual(['1.0.0', '1.1.0', '1.2.0'])
})

it('puts the newest state back that a slow writer has replaced by its own', async () => {
  const slow = interrupted('replace', () => live('1.3.0'))
  expect((await live('1.2.0', slow)).live?.version).toBe('1.2.0')
  expect(await chain()).toEqual(['1.0.0', '1.1.0', '1.2.0', '1.3.0'])
  expect(await copy()).toMatchObject({ n: 4, live: { version: '1.3.0' } })
  await verify()
})

it('reads a log while others add to it', async () => {
  let reads = 0
  const read = async (path: string) => {
    const content = await store.read(path)
    // Between two of the reads that are sent together.
    if (path.endsWith('/3.json') && reads++ === 0) {
      await live('1.2.0')
      await live('1.3.0')
    }
    return content
  }
  expect(await readLog({ ...store, read }, 'mf-codes', trust)).toMatchObject({ damage: undefined })
})

it('writes no state that is too long to be read', async () => {
  const hash = `sha384-${'A'.repeat(64)}`
  const files = Array.from({ length: MAX_FILES }, (_, index) => [`${'a'.repeat(190)}${index}.js`, hash])
  const preload = Array.from({ length: 100 }, () => 'a'.repeat(200))
  const release = (version: string) => exampleRelease({ version, preload, integrity: Object.fromEntries(files) })
  const previous = ['5', '4', '3', '2', '1'].map(release)
  const decide = () => ({ live: release('7'), next: exampleCandidate(release('6')), previous })
  const appended = append(store, 'mf-codes', decide, key, { command: 'publish', authority })
  expect(await appended.catch((error: Error) => error.message)).toBe(
    'The new state of mf-codes is not valid: must have at most 1000000 characters.',
  )
  expect(await chain()).toEqual(['1.0.0', '1.1.0'])
})

it('says that a key may write, and not read', async () => {
  const blind = { ...openMemoryBucket(), read: async () => undefined }
  await expect(live('1.2.0', blind)).rejects.toMatchObject({
    fault: 'unreachable',
    message: `${blind.location}/mf-codes cannot be read: allow this key to read it.`,
  })
})

it('gives up when the next state can never be created, or copied', async () => {
  const refusing = { ...openMemoryBucket(), create: async () => false }
  const message = `${refusing.location}/mf-codes was changed 1000 times meanwhile: run it again.`
  await expect(live('1.2.0', refusing)).rejects.toMatchObject({ fault: 'unreachable', message })
  await expect(live('1.2.0', { ...store, replace: async () => undefined })).rejects.toThrow('1000 times')
})

it('has no state of a remote whose name is a path', async () => {
  const name = '../mf-codes'
  await expect(append(store, name, () => ({ live: null }), key, { command: 'publish', authority })).rejects.toThrow(
    'is not valid',
  )
})
