import { MAX_PRUNED } from '@canje/registry'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { authority, key, trust } from '../tests/signer'
import { makeLive, makeNext, rollBack } from './live'
import { readLog, trustIn } from './log'
import { outdatedReleases, prune } from './prune'
import { publish } from './publish'
import type { ReleaseStore } from './release-store'
import { type MemoryFiles, openMemoryBucket } from './testing/memory-service'
import { temporaryFolder, writeBuild } from './testing/store'
import { verifyRemote } from './verify'

const DAY_MS = 86_400_000
const LEFT = 'mf-codes/.0b1e8f4e-52d3-4c8a-9a51-6f0f6c0c6c11.part'

let folder: string
let files: MemoryFiles
let store: ReleaseStore

beforeEach(async () => {
  folder = await temporaryFolder()
  files = new Map()
  store = openMemoryBucket(files)
  await live('1.0.0')
})

/** Makes a file older. */
function age(path: string, days: number): void {
  const file = files.get(`releases/${path}`) ?? expect.fail(`There is no ${path}.`)
  file.modifiedMs = Date.now() - days * DAY_MS
}

const release = async (version: string, name = 'mf-codes') =>
  publish(store, await writeBuild(folder, { name, version, build: `b${version}` }))
const live = async (version: string) => makeLive(store, await release(version), key, { authority })
const pruneAfter = (days: number) => prune(store, 'mf-codes', days * DAY_MS, key, { authority })
const outdated = (days: number) => outdatedReleases(store, 'mf-codes', days * DAY_MS, key, { authority })
const filesOf = async (version: string) => {
  const files = (await store.list('mf-codes')) ?? []
  return files.map(({ path }) => path).filter((path) => path.startsWith(`mf-codes/${version}/`))
}
const ageRelease = async (version: string, days: number) => {
  for (const path of await filesOf(version)) age(path, days)
}
const ageLog = async (...days: number[]) => {
  for (const [index, each] of days.entries()) age(`mf-codes/log/1/${index + 1}.json`, each)
}
const states = async () => (await readLog(store, 'mf-codes', trust)).states.map(({ state }) => state)

it('deletes the releases of states that were superseded long ago, and records it before', async () => {
  for (const number of [1, 2, 3, 4, 5, 6]) await live(`1.${number}.0`)
  // 1.0.0 left the list of previous releases with state 7, and 1.0.0 to 1.6.0 are named by it or the ones before.
  await ageLog(90, 80, 70, 60, 50, 40, 8)
  expect(await outdated(7)).toEqual(['mf-codes/1.0.0'])
  expect(await outdated(9)).toEqual([])
  expect(await pruneAfter(9)).toEqual([])
  expect(await states()).toHaveLength(7)

  expect(await pruneAfter(7)).toEqual(['mf-codes/1.0.0'])
  expect((await states()).at(-1)).toMatchObject({ n: 8, pruned: ['1.0.0'], change: { command: 'prune' } })
  expect(await filesOf('1.0.0')).toEqual(['mf-codes/1.0.0/release.json'])
  expect(await verifyRemote(store, 'mf-codes', trust)).toEqual({ findings: [], unfinished: [] })
  expect(await pruneAfter(7)).toEqual([])
  expect(await states()).toHaveLength(8)
})

it('counts from the time at which a state was superseded', async () => {
  await live('1.1.0')
  await rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key, { authority })
  await ageRelease('1.1.0', 90)
  await ageLog(90, 80, 3)
  expect(await outdated(4)).toEqual([])
  expect(await outdated(2)).toEqual(['mf-codes/1.1.0'])
})

it('deletes a release that no state names after a day', async () => {
  await release('1.1.0')
  await release('1.2.0')
  await ageRelease('1.1.0', 1.1)
  await ageRelease('1.2.0', 0.9)
  expect(await pruneAfter(30)).toEqual(['mf-codes/1.1.0'])
  expect((await states()).at(-1)).toMatchObject({ pruned: ['1.1.0'] })
  expect(await filesOf('1.2.0')).not.toEqual(['mf-codes/1.2.0/release.json'])
})

it('keeps a candidate, and deletes it as long after its end as any other', async () => {
  const candidate = await release('1.1.0')
  await makeNext(store, candidate, key, { authority }, 3)
  await ageRelease('1.1.0', 90)
  await ageLog(90, 90)
  expect(await pruneAfter(0)).toEqual([])
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 4.1 * DAY_MS })
  onTestFinished(() => void vi.useRealTimers())
  expect(await pruneAfter(2)).toEqual([])
  expect(await states()).toHaveLength(2)
  expect(await pruneAfter(1)).toEqual(['mf-codes/1.1.0'])
  expect((await states()).at(-1)).toMatchObject({ next: null, pruned: ['1.1.0'], change: { command: 'prune' } })
  expect((await readLog(store, 'mf-codes', trust)).damage).toBeUndefined()
})

it('deletes more releases at once than one state can name', async () => {
  await release('1.1.0')
  const manifest = (await store.read('mf-codes/1.1.0/release.json'))?.toString() ?? ''
  const versions = Array.from({ length: MAX_PRUNED }, (_, index) => `2.0.${index}`)
  for (const version of versions) {
    await store.replace(`mf-codes/${version}/release.json`, manifest.replace('"1.1.0"', `"${version}"`))
    await store.replace(`mf-codes/${version}/tab.css`, '')
  }
  for (const version of ['1.1.0', ...versions]) await ageRelease(version, 2)
  expect(await outdated(0)).toHaveLength(MAX_PRUNED + 1)
  expect(await pruneAfter(0)).toHaveLength(MAX_PRUNED + 1)
  expect((await states()).map(({ pruned }) => pruned.length)).toEqual([0, MAX_PRUNED, 1])
  expect((await verifyRemote(store, 'mf-codes', trust)).unfinished).toEqual([])
})

it('deletes what is left of an interrupted deletion, publication or change', async () => {
  await release('1.1.0')
  await ageRelease('1.1.0', 2)
  await pruneAfter(30)
  await store.replace('mf-codes/1.1.0/tab.css', 'a {}')
  await store.replace(LEFT, '{')
  expect((await verifyRemote(store, 'mf-codes', trust)).unfinished).toHaveLength(2)
  age(LEFT, 0.9)
  expect(await pruneAfter(30)).toEqual(['mf-codes/1.1.0'])
  expect(await store.read(LEFT)).toBeDefined()
  age(LEFT, 1.1)
  expect(await pruneAfter(30)).toEqual([])
  expect(await verifyRemote(store, 'mf-codes', trust)).toEqual({ findings: [], unfinished: [] })
  expect(await states()).toHaveLength(2)
})

it.each([
  ['has no release.json', undefined],
  ['has a release.json of another application', '{ "name": "photos", "version": "2026", "files": [] }'],
  ['has the manifest of another folder', 'of another folder'],
])('keeps a folder that %s', async (_what, manifest) => {
  const ofAnother = (await store.read('mf-codes/1.0.0/release.json'))?.toString() ?? ''
  await store.create('mf-codes/2026/photo.svg', '<svg/>')
  if (manifest)
    await store.create('mf-codes/2026/release.json', manifest === 'of another folder' ? ofAnother : manifest)
  await store.create('mf-codes/.git/config', '')
  for (const path of ['mf-codes/2026/photo.svg', 'mf-codes/.git/config']) age(path, 90)
  await ageRelease('2026', 90)
  expect(await pruneAfter(1)).toEqual([])
  expect(await filesOf('2026')).toContain('mf-codes/2026/photo.svg')
})

it('touches no other remote, and nothing of one without a state', async () => {
  const users = await release('1.0.0', 'mf-users')
  for (const { path } of (await store.list('mf-users')) ?? []) age(path, 90)
  expect(await pruneAfter(1)).toEqual([])
  const denied = { fault: 'not-found', message: expect.stringContaining('mf-users has no state in the epoch 1') }
  await expect(prune(store, 'mf-users', 0, key, { authority })).rejects.toMatchObject(denied)
  await expect(outdatedReleases(store, 'mf-users', 0, key, { authority })).rejects.toMatchObject(denied)
  await makeLive(store, users, key, { authority })
  expect(await verifyRemote(store, 'mf-users', trustIn(authority, 'mf-users'))).toMatchObject({ findings: [] })
})

it('needs permission to list', async () => {
  await expect(prune(openMemoryBucket(files, false), 'mf-codes', 0, key, { authority })).rejects.toMatchObject({
    fault: 'unreachable',
    message: 's3://canje/releases/mf-codes cannot be listed: allow this key to list it.',
  })
})
