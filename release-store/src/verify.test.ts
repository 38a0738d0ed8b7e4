import { createPrivateKey } from 'node:crypto'
import { appendFile, cp, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { hashOf, type State } from '@canje/registry'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { authority, key, trust } from '../tests/signer'
import { signState } from './append'
import { makeLive, makeNext, rollBack, withdraw } from './live'
import { readLog, trustIn } from './log'
import { openStore } from './open-store'
import { prune } from './prune'
import { publish } from './publish'
import type { ReleaseStore } from './release-store'
import { createKey } from './signing-key'
import { agedStore } from './testing/client'
import { openMemoryBucket } from './testing/memory-service'
import { authorityOf, temporaryFolder, writeBuild } from './testing/store'
import { verifyRemote } from './verify'

const stranger = createPrivateKey(createKey())
let folder: string
let store: ReleaseStore

let template: string
beforeAll(async () => {
  folder = template = await temporaryFolder()
  store = openStore(join(template, 'store'))
  for (const version of ['1.0.0', '1.1.0']) await live(version)
})

/** A store with 1.1.0 live after 1.0.0. */
beforeEach(async () => {
  folder = await temporaryFolder()
  store = openStore(join(folder, 'store'))
  await cp(join(template, 'store'), store.location, { recursive: true })
})

const release = async (version: string, to = store) =>
  publish(to, await writeBuild(folder, { version, build: `b${version}` }))
const live = async (version: string, to = store) => makeLive(to, await release(version, to), key, { authority })
const file = (path: string) => join(store.location, 'mf-codes', path)
const verify = (remote = store) => verifyRemote(remote, 'mf-codes', trust)
const stateAt = async (path: string): Promise<State> => JSON.parse(await readFile(file(path), 'utf8'))
const write = (path: string, state: object) => writeFile(file(path), `${JSON.stringify(state, null, 2)}\n`)

it('reports nothing for an intact remote', async () => {
  expect(await verify()).toEqual({ findings: [], unfinished: [] })
})

it.each<[string, () => Promise<void>, string]>([
  ['a changed byte', () => appendFile(file('1.1.0/remoteEntry.js'), ' '), 'mf-codes 1.1.0: remoteEntry.js was changed'],
  ['a lost file', () => rm(file('1.0.0/tab.css')), 'mf-codes 1.0.0: tab.css is missing'],
  ['an added file', () => writeFile(file('1.1.0/more.js'), ''), 'mf-codes/1.1.0/more.js belongs to no release'],
  ['a file constructor', () => writeFile(file('1.1.0/constructor'), ''), 'mf-codes/1.1.0/constructor belongs to no'],
  [
    'a copied release',
    () => cp(file('1.0.0'), file('9.9.9'), { recursive: true }),
    'mf-codes/9.9.9 belongs to no release',
  ],
  ['an added file in a remote', () => writeFile(file('more.js'), ''), 'mf-codes/more.js belongs to no release'],
  ['a lost release', () => rm(file('1.0.0'), { recursive: true }), 'mf-codes 1.0.0: is not in the store'],
  ['another manifest', () => cp(file('1.0.0/release.json'), file('1.1.0/release.json')), '1.1.0: release.json differs'],
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
  expect((await verify()).findings).toContainEqual(expect.stringContaining(finding))
})

it('verifies the releases that are next, or were live before', async () => {
  await makeNext(store, await release('1.2.0'), key, { authority })
  await rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key, { authority })
  expect(await verify()).toEqual({ findings: [], unfinished: [] })
  for (const version of ['1.1.0', '1.2.0']) await appendFile(file(`${version}/tab.css`), ' ')
  expect((await verify()).findings).toEqual([
    'mf-codes 1.1.0: tab.css was changed',
    'mf-codes 1.2.0: tab.css was changed',
  ])
})

it('notes a remote that has no state yet, and reports one that has lost its log', async () => {
  const none = (name: string, epoch: string) => [
    `${join(store.location, name)} has no state in the epoch ${epoch}: release the remote`,
  ]
  expect(await verifyRemote(store, 'mf-users', trust)).toEqual({ findings: [], unfinished: none('mf-users', '1') })
  const raised = await verifyRemote(store, 'mf-codes', { ...trust, epoch: 2 })
  const unfinished = none('mf-codes', '2, and pages show none of an earlier one')
  expect(raised).toEqual({ findings: [], unfinished })
  await rm(file('log'), { recursive: true })
  expect((await verify()).findings).toEqual([
    `${file('live.json')} copies no state of the log, which is empty`,
    expect.stringContaining(
      'mf-codes/1.1.0 is named by no state, and was published after a state that the log has lost',
    ),
  ])
})

it('names what is unfinished', async () => {
  await rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key, { authority })
  await prune(store, 'mf-codes', 0, key, { authority })
  await writeFile(file('1.1.0/tab.css'), 'a {}')
  await writeFile(file('.0b1e8f4e-52d3-4c8a-9a51-6f0f6c0c6c11.part'), '{')
  await writeFile(file('.DS_Store'), '')
  await release('1.3.0')
  await release('1.4.0')
  for (const { path } of (await store.list('mf-codes')) ?? [])
    if (path.startsWith('mf-codes/1.4.0/') && !path.endsWith('release.json')) await store.remove(path)
  expect(await verify()).toEqual({
    findings: [],
    unfinished: [
      'mf-codes/.0b1e8f4e-52d3-4c8a-9a51-6f0f6c0c6c11.part is of a command that runs or was interrupted',
      'mf-codes/1.1.0 was pruned, and still has files: run "prune" again',
      'mf-codes/1.3.0 is named by no state: publish it again, or "prune"',
      'mf-codes/1.4.0 is named by no state: publish it again',
    ],
  })
})

it('verifies the newest state of a bucket that it may not list', async () => {
  const bucket = openMemoryBucket(undefined, false)
  for (const version of ['1.0.0', '1.1.0', '1.2.0']) await live(version, bucket)
  expect(await verify(bucket)).toEqual({ findings: [], unfinished: [] })
  await bucket.replace('mf-codes/1.0.0/tab.css', 'b {}')
  await bucket.remove('mf-codes/1.2.0/tab.css')
  expect((await verify(bucket)).findings).toEqual([
    'mf-codes 1.2.0: tab.css is missing',
    'mf-codes 1.0.0: tab.css was changed',
  ])
})

describe('of the log', () => {
  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['a lost state', () => rm(file('log/1/1.json')), /^mf-codes\/log\/1\/1\.json is missing, and a later one exists$/],
    ['a torn state', () => writeFile(file('log/1/2.json'), '{'), /2\.json is not a valid state\. Invalid JSON: /],
    [
      'a large state',
      () => writeFile(file('log/1/2.json'), ' '.repeat(1_000_001)),
      /Invalid length: Expected <=1000000/,
    ],
    [
      'an altered state',
      async () => write('log/1/1.json', { ...(await stateAt('log/1/1.json')), more: 1 }),
      /^mf-codes\/log\/1\/2\.json does not follow mf-codes\/log\/1\/1\.json$/,
    ],
    [
      'an altered newest state',
      async () => write('log/1/2.json', { ...(await stateAt('log/1/2.json')), more: 1 }),
      /^mf-codes\/log\/1\/2\.json was altered after it was signed with key \w+$/,
    ],
    ['a copied state', () => cp(file('log/1/1.json'), file('log/1/2.json')), /2\.json is the state 1 of the epoch 1$/],
    [
      'a state of a later epoch',
      () => cp(file('log/1'), file('log/2'), { recursive: true }),
      /log\/2\/1\.json is no state of the log$/,
    ],
  ])('reports %s', async (_name, tamper, finding) => {
    await tamper()
    expect((await verify()).findings).toContainEqual(expect.stringMatching(finding))
  })

  const signed = async (changes: object, by = key, after = 'log/1/2.json') => {
    const { signature: _, ...last } = await stateAt(after)
    const change = { ...last.change, before: await hashOf(await stateAt(after)) }
    return signState({ ...last, n: last.n + 1, change, ...changes }, by)
  }

  it.each<[string, () => Promise<State>, RegExp]>([
    ['signed with a foreign key', () => signed({}, stranger), /3\.json is signed with key \w+, not with \w+/],
    ['with another number', () => signed({ n: 9 }), /3\.json is the state 9 of the epoch 1$/],
    ['of another remote', () => signed({ name: 'mf-users' }), /3\.json is a state of mf-users$/],
    ['of another store', () => signed({ storeId: 'store-2' }), /3\.json is of the store store-2, not of store-1$/],
    ['of another epoch', () => signed({ epoch: 2 }), /3\.json is the state 3 of the epoch 2$/],
    ['that forks', () => signed({ n: 3 }, key, 'log/1/1.json'), /3\.json does not follow mf-codes\/log\/1\/2\.json$/],
    [
      'whose live version is withdrawn',
      () => signed({ withdrawn: ['1.1.0'] }),
      /3\.json is not a valid state\. .*must not release a version that is withdrawn/,
    ],
    [
      'with new hashes of an old version',
      async () => {
        const { live } = await stateAt('log/1/1.json')
        return signed({ live: live && { ...live, integrity: {} }, previous: [] })
      },
      /3\.json has other files of 1\.0\.0 than a state before$/,
    ],
  ])('reports a state %s', async (_name, arrange, finding) => {
    await write('log/1/3.json', await arrange())
    expect((await verify()).findings).toContainEqual(expect.stringMatching(finding))
    await expect(live('1.2.0')).rejects.toMatchObject({
      fault: 'damaged',
      message: expect.stringMatching(finding.source.replace('$', '')),
    })
  })

  it('ends with a damaged state, until a new epoch begins', async () => {
    await withdraw(store, { name: 'mf-codes', version: '1.0.0' }, key, { authority })
    await live('1.2.0')
    await release('1.3.0')
    await writeFile(file('log/1/4.json'), '{')
    await expect(live('1.2.0')).rejects.toMatchObject({ fault: 'damaged' })
    const raised = authorityOf(key, { 'mf-codes': [key] }, { epoch: 2 })
    const state = await makeLive(store, await release('1.4.0'), key, { authority: raised })
    expect(state).toMatchObject({ epoch: 2, n: 1, previous: [], withdrawn: ['1.0.0'] })
    const { findings } = await verifyRemote(store, 'mf-codes', trustIn(raised, 'mf-codes'))
    expect(findings).toEqual([])
  })

  it('takes nothing of a new epoch from a damaged old one', async () => {
    const { signature: _, ...first } = await stateAt('log/1/1.json')
    await write('log/1/1.json', await signState({ ...first, storeId: 'store-2' }, stranger))
    const raised = authorityOf(key, { 'mf-codes': [key] }, { epoch: 2 })
    const state = await makeLive(store, await release('1.2.0'), key, { authority: raised })
    expect(state).toMatchObject({ storeId: 'store-1', epoch: 2, n: 1 })
  })

  it('reports that a new epoch has undone a withdrawal of an earlier one', async () => {
    await withdraw(store, { name: 'mf-codes', version: '1.0.0' }, key, { authority })
    const { signature: _, ...last } = await stateAt('log/1/3.json')
    const undone = { ...last, epoch: 2, n: 1, withdrawn: [], change: { ...last.change, before: null } }
    await store.create('mf-codes/log/2/1.json', JSON.stringify(await signState(undone, key)))
    await cp(file('log/2/1.json'), file('live.json'))
    const { findings } = await verifyRemote(store, 'mf-codes', { ...trust, epoch: 2 })
    expect(findings).toEqual(['mf-codes/log/2/1.json does not withdraw 1.0.0, which an earlier epoch has withdrawn'])
    const raised = authorityOf(key, { 'mf-codes': [key] }, { epoch: 3 })
    expect(await makeLive(store, await release('1.2.0'), key, { authority: raised })).toMatchObject({
      epoch: 3,
      withdrawn: ['1.0.0'],
    })
    expect(await readLog(store, 'mf-codes', { ...trust, epoch: 3 })).toMatchObject({ damage: undefined })
  })

  it('reports that a withdrawal was undone', async () => {
    const withdrawn = await signed({ withdrawn: ['0.9.0'] })
    await write('log/1/3.json', withdrawn)
    expect((await readLog(store, 'mf-codes', trust)).damage).toBeUndefined()
    await write('log/1/4.json', await signed({ withdrawn: [] }, key, 'log/1/3.json'))
    expect((await verify()).findings).toContainEqual(
      'mf-codes/log/1/4.json lists fewer withdrawn versions than the state before',
    )
  })

  it('reports a log that was begun again, by a release that it does not name', async () => {
    const { signature: _, ...last } = await stateAt('log/1/1.json')
    await rm(file('log'), { recursive: true })
    const change = { ...last.change, at: '2026-11-29T00:00:00.000Z' }
    const begun = JSON.stringify(await signState({ ...last, change }, key))
    await store.create('mf-codes/log/1/1.json', begun)
    await store.replace('mf-codes/live.json', begun)
    expect((await verify()).findings).toContainEqual(
      'mf-codes/1.1.0 is named by no state, and was published after a state that the log has lost: publish it again, or "prune"',
    )
    await prune(agedStore(store), 'mf-codes', 0, key, { authority })
    expect((await verify()).findings).toEqual([])
  })

  it('reports a later epoch than pages accept, and another store', async () => {
    await makeLive(store, await release('1.2.0'), key, {
      authority: authorityOf(key, { 'mf-codes': [key] }, { epoch: 3 }),
    })
    expect((await verify()).findings).toContainEqual('mf-codes is of the epoch 3, not of 1')
    const { findings } = await verifyRemote(store, 'mf-codes', { ...trust, epoch: 3, storeId: 'store-2' })
    expect(findings).toEqual(['mf-codes is of the store store-1, not of store-2'])
  })

  it('verifies no signature without a root of trust', async () => {
    await write('log/1/3.json', await signed({}, stranger))
    await cp(file('log/1/3.json'), file('live.json'))
    expect(await verifyRemote(store, 'mf-codes')).toEqual({ findings: [], unfinished: [] })
  })
})

it.each<[string, () => Promise<unknown>, RegExp]>([
  ['that was put back', () => cp(file('log/1/1.json'), file('live.json')), /copies the state 1, and 2 is the newest/],
  ['that is torn', () => writeFile(file('live.json'), '{ "epoch": 1e9 }'), /live\.json copies no state of the log/],
  ['that is missing', () => rm(file('live.json')), /live\.json is missing, .* run the last command again$/],
])('reports a copy of the newest state %s, and the last command corrects it', async (_name, tamper, finding) => {
  await tamper()
  expect((await verify()).findings).toEqual([expect.stringMatching(finding)])
  await live('1.1.0')
  expect((await verify()).findings).toEqual([])
})
