import { createPrivateKey, type KeyObject } from 'node:crypto'
import { type Listing, readState } from '@canje/registry'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Note } from './append'
import { makeLive, makeNext, rollBack, withdraw } from './live'
import { readLog, type Trust, trustIn } from './log'
import { publish } from './publish'
import type { PublishedRelease, ReleaseStore } from './release-store'
import { createKey } from './signing-key'
import { findRelease } from './stored-release'
import { type MemoryFiles, openMemoryBucket } from './testing/memory-service'
import { authorityOf, temporaryFolder, writeBuild } from './testing/store'

const newKey = () => createPrivateKey(createKey())
const [operator, key, usersKey] = [newKey(), newKey(), newKey()]
const by = (keys: KeyObject[], listing: Partial<Listing> = {}) =>
  authorityOf(operator, { 'mf-codes': keys, 'mf-users': [usersKey] }, listing)
const authority = by([key])

let folder: string
let files: MemoryFiles
let store: ReleaseStore

beforeEach(async () => {
  folder = await temporaryFolder()
  files = new Map()
  store = openMemoryBucket(files, false)
})

const build = async (version: string, name = 'mf-codes') =>
  publish(store, await writeBuild(folder, { name, version, build: `b${version}` }))
const live = async (version: string, own = key, note: Partial<Note> = { authority }) =>
  makeLive(store, await build(version), own, note)
const promote = async (version: string, own = key, note: Partial<Note> = { authority }) => {
  const stored = await findRelease(store, 'mf-codes', version)
  return makeLive(store, stored ?? expect.fail(`${version} is not stored`), own, { command: 'promote', ...note })
}
const fromTo = (from: string, to: string) => ({ name: 'mf-codes', from, to })
const json = async (path = 'mf-codes/live.json') => JSON.parse((await store.read(path))?.toString() ?? 'null')
const log = (trust: Trust = trustIn(authority, 'mf-codes')) => readLog(store, 'mf-codes', trust)
/** What a browser shows: the live version, and those that it falls back to. */
async function shown(trust = authority) {
  const { remote } = await readState(await json(), {
    storeUrl: 'https://r.test',
    authority: trust,
    name: 'mf-codes',
  })
  return remote && [remote.live, ...remote.previous].map(({ version }) => version)
}

it('records each change, and writes below the folder of the remote only', async () => {
  await live('1.0.0', key, { authority, by: 'Ana', reason: 'Primera', run: 'https://ci.example/1' })
  const second = await live('1.1.0')
  expect(await shown()).toEqual(['1.1.0', '1.0.0'])
  expect(await json()).toEqual(second)
  expect(second).toMatchObject({ format: 1, storeId: 'store-1', name: 'mf-codes', epoch: 1, n: 2, pruned: [] })
  const { states, damage } = await log()
  expect(damage).toBeUndefined()
  expect(states.map(({ path }) => path)).toEqual(['mf-codes/log/1/1.json', 'mf-codes/log/1/2.json'])
  const [first] = states
  expect(first?.state.change).toMatchObject({ command: 'publish', by: 'Ana', reason: 'Primera', before: null })
  expect(second.change.before).toBe(first?.hash)
  expect([...files.keys()].map((path) => path.split('/')[1])).toEqual(Array(files.size).fill('mf-codes'))
})

it('keeps five distinct previous releases, newest first', async () => {
  for (const number of [1, 2, 3, 4, 5, 6, 7]) await live(`1.${number}.0`)
  expect(await shown()).toEqual(['1.7.0', '1.6.0', '1.5.0', '1.4.0', '1.3.0', '1.2.0'])
  await promote('1.6.0')
  expect(await shown()).toEqual(['1.6.0', '1.7.0', '1.5.0', '1.4.0', '1.3.0', '1.2.0'])
  await promote('1.6.0')
  expect((await log()).states).toHaveLength(8)
})

describe('a candidate', () => {
  const offer = async (version: string, days?: number, note: Partial<Note> = { authority, by: 'Ana' }) =>
    makeNext(store, await build(version), key, note, days)
  const next = async () => (await json()).next?.release.version

  it('is signed with its author and its end, before and beside a live release', async () => {
    const before = Date.now()
    await offer('1.0.0')
    expect(await shown()).toBeUndefined()
    await promote('1.0.0')
    const { n, ...state } = await offer('1.1.0', 2)
    expect(n).toBe(3)
    expect(state).toMatchObject({ live: { version: '1.0.0' }, next: { release: { version: '1.1.0' }, by: 'Ana' } })
    const { at = '', until = '' } = state.next ?? {}
    expect(Date.parse(until) - Date.parse(at)).toBeGreaterThanOrEqual(2 * 86_400_000)
    expect(Date.parse(at)).toBeGreaterThanOrEqual(before)
    const { states, damage } = await log()
    expect([states.length, damage]).toEqual([3, undefined])
  })

  it('lasts 14 days, and longer once it is released again', async () => {
    const days = ({ until = '', at = '' }) => Math.round((Date.parse(until) - Date.parse(at)) / 86_400_000)
    expect(days((await offer('1.0.0')).next ?? {})).toBe(14)
    expect(days((await offer('1.0.0', 30)).next ?? {})).toBe(30)
    expect(await json()).toMatchObject({ n: 2 })
  })

  it.each<[string, boolean, () => Promise<unknown>]>([
    ['its promotion', false, () => promote('1.1.0')],
    ['the next candidate', false, () => offer('1.2.0')],
    ['the next release', false, () => live('1.2.0')],
    ['the next copy', false, () => live('1.2.0', key, { authority, command: 'copy' })],
    ['its withdrawal', false, () => withdraw(store, { name: 'mf-codes', version: '1.1.0' }, key, { authority })],
    ['any withdrawal', false, () => withdraw(store, { name: 'mf-codes', version: '0.9.0' }, key, { authority })],
    ['a roll-back', true, () => rollBack(store, fromTo('1.0.0', '0.9.0'), key, { authority })],
    ['the promotion of an earlier release', true, () => promote('0.9.0')],
    ['the same live release again', true, () => live('1.0.0')],
    ['a new key', true, () => promote('1.0.0', operator)],
  ])('is there after %s: %s', async (_change, isThere, change) => {
    for (const version of ['0.9.0', '1.0.0']) await live(version)
    await offer('1.1.0')
    await change()
    expect((await next()) === '1.1.0').toBe(isThere)
    expect((await log()).damage).toBeUndefined()
  })

  it('is never what is live: it is refused, and a roll-back to it ends it', async () => {
    for (const version of ['1.0.0', '1.1.0']) await live(version)
    await expect(offer('1.1.0')).rejects.toMatchObject({
      fault: 'refused',
      message: 'mf-codes 1.1.0 is live, and no candidate: publish a new version.',
    })
    await offer('1.0.0')
    await rollBack(store, fromTo('1.1.0', '1.0.0'), key, { authority })
    expect(await json()).toMatchObject({ live: { version: '1.0.0' }, next: null })
  })

  it('is never what is withdrawn', async () => {
    for (const version of ['1.0.0', '1.1.0']) await live(version)
    await withdraw(store, { name: 'mf-codes', version: '1.0.0' }, key, { authority })
    await expect(offer('1.0.0')).rejects.toThrow('is withdrawn and never goes live again')
  })
})

it('rolls back release by release, and drops the rolled-back ones', async () => {
  for (const number of [1, 2, 3]) await live(`1.${number}.0`)
  // Another process has changed the live release, or the previous one, since the person confirmed.
  for (const [from, to] of [
    ['1.2.0', '1.1.0'],
    ['1.3.0', '1.1.0'],
  ] as const)
    await expect(rollBack(store, fromTo(from, to), key, { authority })).rejects.toThrow(
      `mf-codes cannot go from ${from} to ${to}: 1.3.0 is live now, and 1.2.0 is its newest previous release.`,
    )
  const note = { authority, reason: 'Falla el filtro', by: 'Ana' }
  const state = await rollBack(store, fromTo('1.3.0', '1.2.0'), key, note)
  expect(state.change).toMatchObject({ command: 'rollback', reason: 'Falla el filtro', by: 'Ana' })
  expect(await shown()).toEqual(['1.2.0', '1.1.0'])
  await rollBack(store, fromTo('1.2.0', '1.1.0'), key, { authority })
  await expect(rollBack(store, fromTo('1.1.0', '1.0.0'), key, { authority })).rejects.toMatchObject({
    fault: 'refused',
    message: 'mf-codes has no previous release to go back to.',
  })
  await expect(rollBack(store, { ...fromTo('1', '2'), name: 'mf-gone' }, key)).rejects.toMatchObject({
    fault: 'not-found',
    message: expect.stringContaining('mf-gone has no state in the epoch 1 of'),
  })
  expect(await shown()).toEqual(['1.1.0'])
})

it('withdraws the live version for ever: the previous one goes live in the same change', async () => {
  for (const version of ['1.0.0', '1.1.0']) await live(version)
  const state = await withdraw(store, { name: 'mf-codes', version: '1.1.0' }, key, { authority, reason: 'Borra' })
  expect(state).toMatchObject({ withdrawn: ['1.1.0'], change: { command: 'withdraw', reason: 'Borra' } })
  expect(await shown()).toEqual(['1.0.0'])
  expect(await withdraw(store, { name: 'mf-codes', version: '1.1.0' }, operator, { authority })).toEqual(state)
  await live('1.2.0')
  await expect(promote('1.1.0')).rejects.toMatchObject({
    fault: 'refused',
    message: 'mf-codes 1.1.0 is withdrawn and never goes live again: publish a new version.',
  })
  await withdraw(store, { name: 'mf-codes', version: '1.0.0' }, operator, { authority })
  await expect(withdraw(store, { name: 'mf-codes', version: '1.2.0' }, key, { authority })).rejects.toThrow(
    'is its only release: publish another one first',
  )
  expect(await shown()).toEqual(['1.2.0'])
})

it('rolls back and withdraws without a root of trust, by what the same key has signed', async () => {
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await live(version)
  await rollBack(store, fromTo('1.2.0', '1.1.0'), key)
  await withdraw(store, { name: 'mf-codes', version: '1.1.0' }, key)
  expect(await json()).toMatchObject({ storeId: 'store-1', epoch: 1, n: 5, withdrawn: ['1.1.0'] })
  expect(await shown()).toEqual(['1.0.0'])
  await expect(withdraw(store, { name: 'mf-codes', version: '1.0.0' }, operator)).rejects.toMatchObject({
    fault: 'refused',
    message: expect.stringMatching(/is signed with key \w+, not with \w+\. Name a shell whose config\.json lists/),
  })
})

it('changes nothing with the key of another team', async () => {
  await live('1.0.0')
  const before = await json()
  const refused = {
    fault: 'refused',
    message: expect.stringMatching(/mf-codes cannot be changed with key \w{16}: .* it. Sign with that of the remote/),
  }
  await expect(live('1.2.0', usersKey)).rejects.toMatchObject(refused)
  const withdrawn = { name: 'mf-codes', version: '1.0.0' }
  await expect(withdraw(store, withdrawn, usersKey, { authority })).rejects.toMatchObject(refused)
  expect(await json()).toEqual(before)
  expect((await log()).states).toHaveLength(1)
})

it('rotates a key: signs the live release again with a new one, and the old one can go', async () => {
  await live('2.0.0')
  const next = newKey()
  const [before, both, after] = [await json(), by([key, next]), by([next])]
  expect(await promote('2.0.0')).toEqual(before)
  await expect(promote('2.0.0', next)).rejects.toThrow('mf-codes cannot be changed with key')

  const state = await promote('2.0.0', next, { authority: both })
  expect(state).toMatchObject({ n: 2, live: before.live, change: { command: 'promote' } })
  expect(state.signature.keyId).not.toBe(before.signature.keyId)
  expect(await shown(after)).toEqual(['2.0.0'])
  expect(await log(trustIn(after, 'mf-codes'))).toMatchObject({ damage: undefined, states: [{ isValid: true }, {}] })
  await live('2.1.0', next, { authority: after })
  expect(await shown(after)).toEqual(['2.1.0', '2.0.0'])
})

it('says what to do about a state whose key was removed too early', async () => {
  await live('1.0.0')
  const early = by([usersKey])
  await expect(promote('1.0.0', usersKey, { authority: early })).rejects.toMatchObject({
    fault: 'damaged',
    message: expect.stringMatching(
      /1\.json is signed with key .* list its key in config\.json again, or raise the epoch/,
    ),
  })
  await promote('1.0.0', operator, { authority })
  await promote('1.0.0', usersKey, { authority: early })
  expect(await shown(early)).toEqual(['1.0.0'])
})

it('makes no other files live under the version of a release that was live, also in a new epoch', async () => {
  await live('1.0.0')
  await live('1.1.0')
  const other = await build('1.0.0').then(
    ({ name, release }): PublishedRelease => ({
      name,
      release: { ...release, integrity: { ...release.integrity, 'tab.css': `sha384-${'A'.repeat(64)}` } },
    }),
  )
  for (const own of [authority, by([key], { epoch: 2 })])
    await expect(makeLive(store, other, key, { authority: own })).rejects.toThrow(
      'has other files of 1.0.0 than a state',
    )
})

describe('after the theft of a key', () => {
  const next = newKey()
  const raised = by([next], { epoch: 2 })

  it('begins a new epoch, with the withdrawn versions of the last valid state', async () => {
    for (const version of ['1.0.0', '1.1.0']) await live(version)
    await withdraw(store, { name: 'mf-codes', version: '1.0.0' }, operator, { authority })
    const { head: lastValid } = await log()
    await live('6.6.6')
    await withdraw(store, { name: 'mf-codes', version: '1.1.0' }, key, { authority })

    await expect(shown(raised)).rejects.toThrow('mf-codes is of the epoch 1, not of 2')
    const state = await live('1.2.0', next, { authority: raised })
    expect(state).toMatchObject({ epoch: 2, n: 1, previous: [], withdrawn: ['1.0.0'] })
    expect(state.change.before).toBe(lastValid?.hash)
    expect(await shown(raised)).toEqual(['1.2.0'])
    const { states, damage, copied } = await log(trustIn(raised, 'mf-codes'))
    expect([damage, copied]).toEqual([undefined, 1])
    expect(states.map(({ isValid }) => isValid)).toEqual([true, true, true, false, false, true])
    await expect(promote('1.0.0', next, { authority: raised })).rejects.toThrow('is withdrawn')
    await expect(live('1.9.0')).rejects.toMatchObject({
      fault: 'refused',
      message: expect.stringContaining('mf-codes is of the epoch 2, not of 1. Name a shell whose config.json does.'),
    })
    await promote('1.1.0', next, { authority: raised })
    expect(await shown(raised)).toEqual(['1.1.0', '1.2.0'])
  })
})

it('needs a shell for the first state of a remote', async () => {
  await expect(live('1.0.0', key, {})).rejects.toMatchObject({ fault: 'not-found' })
  await live('1.0.0', operator)
  expect(await shown()).toEqual(['1.0.0'])
})
