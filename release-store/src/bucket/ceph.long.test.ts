import { createPrivateKey } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { makeLive, makeNext, rollBack, withdraw } from '../live'
import { readLog, trustIn } from '../log'
import { openStore } from '../open-store'
import { outdatedReleases, prune } from '../prune'
import { publish } from '../publish'
import type { ReleaseStore } from '../release-store'
import { createKey } from '../signing-key'
import { readRelease } from '../stored-release'
import { hasCeph, type ObjectStore, startCeph } from '../testing/ceph'
import { killedClientOf } from '../testing/client'
import { authorityOf, entryOf, temporaryFolder, writeBuild } from '../testing/store'
import { verifyRelease, verifyRemote } from '../verify'

const isInstalled = await hasCeph()
const onCeph = {
  skip: !isInstalled,
  meta: { skipReason: 'Ceph is not installed (Debian: ceph-mon ceph-osd radosgw ceph-common).' },
}
const START_MS = 180_000
const key = createPrivateKey(createKey())
const authority = authorityOf(key, { 'mf-codes': [key], 'mf-users': [key] })
const trust = trustIn(authority, 'mf-codes')
const note = { authority }

describe('a store in a bucket', onCeph, () => {
  let ceph: ObjectStore
  let folder: string
  let store: ReleaseStore

  beforeAll(async () => {
    ceph = await startCeph()
    folder = await temporaryFolder()
  }, START_MS)
  afterAll(async () => {
    await ceph?.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    for (const [name, value] of Object.entries(ceph.environment)) vi.stubEnv(name, value)
    store = openStore(`${await ceph.createBucket()}/office/releases`)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  const release = async (version: string, changes = {}) =>
    publish(store, await writeBuild(folder, { version, build: `b${version}`, ...changes }))
  const live = async (version: string) => makeLive(store, await release(version), key, note)
  const expectIntact = async () =>
    expect(await verifyRemote(store, 'mf-codes', trust)).toEqual({ findings: [], unfinished: [] })
  const versions = async () => {
    const { live, previous = [] } = (await readLog(store, 'mf-codes', trust)).head?.state ?? {}
    return [live, ...previous].flatMap((each) => each?.version ?? [])
  }
  const headersOfObject = async (path: string) => {
    const object = `${ceph.environment.AWS_ENDPOINT_URL}/${store.location.slice('s3://'.length)}/${path}`
    const { AwsClient } = await import('aws4fetch')
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = ceph.environment
    const { headers } = await new AwsClient({ accessKeyId, secretAccessKey, service: 's3' }).fetch(object)
    return ['Content-Type', 'Cache-Control', 'Content-Encoding'].map((name) => headers.get(name))
  }

  it('holds releases, changes what is live, rolls back, withdraws and records', async () => {
    expect(await store.remotes()).toEqual([])
    for (const version of ['1.0.0', '1.1.0']) await live(version)
    await makeNext(store, await release('1.2.0'), key, note)
    expect(await versions()).toEqual(['1.1.0', '1.0.0'])
    await rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key)
    await live('1.3.0')
    await withdraw(store, { name: 'mf-codes', version: '1.3.0' }, key, { ...note, reason: 'Falla el filtro' })
    expect(await versions()).toEqual(['1.0.0'])
    await expectIntact()
    const { states } = await readLog(store, 'mf-codes', trust)
    const commands = states.map(({ state }) => state.change.command)
    expect(commands).toEqual(['publish', 'publish', 'publish', 'rollback', 'publish', 'withdraw'])
    expect(await store.remotes()).toEqual(['mf-codes'])
    expect(await openStore(store.location.replace('/office/', '/other/')).remotes()).toEqual([])
  })

  it('stores how each file is served', async () => {
    await live('1.0.0')
    const immutable = 'public, max-age=31536000, immutable'
    expect(await headersOfObject('mf-codes/live.json')).toEqual(['application/json', 'no-cache', null])
    expect(await headersOfObject('mf-codes/log/1/1.json')).toEqual(['application/json', immutable, null])
    expect(await headersOfObject('mf-codes/1.0.0/tab.css')).toEqual(['text/css', immutable, null])
    expect(await headersOfObject('mf-codes/1.0.0/remoteEntry.js.br')).toEqual(['text/javascript', immutable, 'br'])
    expect(await headersOfObject('mf-codes/1.0.0/remoteEntry.js.gz')).toEqual(['text/javascript', immutable, 'gzip'])
    expect((await store.read('mf-codes/1.0.0/remoteEntry.js'))?.toString()).toBe(entryOf('b1.0.0'))
  })

  it('reserves a version for its build, and completes an interrupted upload of it', async () => {
    const first = await release('1.0.0')
    expect(await release('1.0.0')).toEqual(first)
    await expect(release('1.0.0', { build: 'other' })).rejects.toThrow('is already published with another build')
    await store.remove('mf-codes/1.0.0/tab.css')
    expect(await verifyRelease(store, first)).toEqual(['mf-codes 1.0.0: tab.css is missing'])
    expect(await release('1.0.0')).toEqual(first)
    expect(await verifyRelease(store, first)).toEqual([])
  })

  it('creates each file once when several clients create it', async () => {
    const writers = Array.from({ length: 40 }, (_, index) => store.create('mf-codes/log/1/1.json', `${index}`))
    const created = await Promise.all(writers)
    expect(created.filter(Boolean)).toHaveLength(1)
    expect((await store.read('mf-codes/log/1/1.json'))?.toString()).toBe(`${created.indexOf(true)}`)
  })

  it('prunes what no state has named for long enough', async () => {
    for (const version of ['1.0.0', '1.1.0']) await live(version)
    await release('1.2.0')
    await rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key, note)
    expect(await prune(store, 'mf-codes', { olderThanMs: 3_600_000 }, key, note)).toEqual([])
    const unlisted = ['mf-codes/1.1.0', 'mf-codes/1.2.0']
    const now = { olderThanMs: -60_000, unnamedMs: -60_000 }
    expect(await outdatedReleases(store, 'mf-codes', now, trust)).toEqual(unlisted)
    expect(await prune(store, 'mf-codes', now, key, note)).toEqual(unlisted)
    await expect(release('1.1.0')).rejects.toThrow('mf-codes 1.1.0 was pruned')
    expect((await readRelease(store, 'mf-codes', '1.1.0'))?.release.version).toBe('1.1.0')
    await expectIntact()
  })

  it('never leaves a live release without files, when one is pruned while it becomes live', async () => {
    await live('1.0.0')
    const now = { olderThanMs: -60_000, unnamedMs: -60_000 }
    for (let number = 1; number <= 10; number++) {
      const published = await release(`2.${number}.0`)
      await Promise.allSettled([makeLive(store, published, key, note), prune(store, 'mf-codes', now, key, note)])
      await expectIntact()
    }
  })

  it('loses no change of several clients of one remote at a time', async () => {
    const change = async (client: number) => {
      const own = openStore(store.location)
      for (let number = 1; number <= 8; number++) {
        const version = `1.${number}.${client}`
        const dist = await writeBuild(folder, { version, build: version })
        if (number % 3 !== 0) await makeLive(own, await publish(own, dist), key, note)
        else await withdraw(own, { name: 'mf-codes', version: `1.${number - 1}.${client}` }, key, note)
      }
    }
    await live('0.1.0')
    await Promise.all([1, 2, 3, 4, 5, 6].map(change))
    const { states } = await readLog(store, 'mf-codes', trust)
    expect(states).toHaveLength(1 + 6 * 8)
    await expectIntact()
  })

  it('outlasts a gateway that stops for a while', async () => {
    await live('1.0.0')
    const published = await release('1.1.0')
    await ceph.stopGateway()
    const change = makeLive(store, published, key, note)
    await pause(20_000)
    await ceph.startGateway()
    await change
    expect(await versions()).toEqual(['1.1.0', '1.0.0'])
    await expectIntact()
  })

  it('has an intact log after a client was killed at any write, and the next change finishes its own', async () => {
    await live('0.1.0')
    const versionAt = (write: number, takesEffect: boolean) => `2.${write}.${Number(takesEffect)}`
    let isFinished = false
    for (let write = 0; !isFinished; write++)
      for (const takesEffect of [false, true]) {
        const version = versionAt(write, takesEffect)
        const killed = killedClientOf(store, write, takesEffect)
        const dist = await writeBuild(folder, { version, build: version })
        isFinished = await publish(killed, dist)
          .then((published) => makeLive(killed, published, key, note))
          .then(
            () => true,
            () => false,
          )
        expect((await readLog(store, 'mf-codes', trust)).damage).toBeUndefined()
        await makeLive(store, await publish(store, dist), key, note)
        await expectIntact()
      }
  })

  it('lets each of two teams write below its folder only, without permission to list', async () => {
    const teams = ['mf-codes', 'mf-users'] as const
    const users = { 'mf-codes': await ceph.createUser('mf-codes'), 'mf-users': await ceph.createUser('mf-users') }
    const location = await ceph.createBucket({ teams })
    const denied = { fault: 'unreachable', message: expect.stringContaining('(AccessDenied)') }
    for (const own of teams) {
      for (const [name, value] of Object.entries(users[own])) vi.stubEnv(name, value)
      const team = openStore(location)
      const other = own === 'mf-codes' ? 'mf-users' : 'mf-codes'
      for (const version of ['1.0.0', '1.1.0']) {
        const dist = await writeBuild(folder, { name: own, version, build: version })
        await makeLive(team, await publish(team, dist), key, note)
      }
      await rollBack(team, { name: own, from: '1.1.0', to: '1.0.0' }, key)
      expect((await verifyRemote(team, own, trustIn(authority, own))).findings).toEqual([])

      await expect(publish(team, await writeBuild(folder, { name: other, version: '6.6.6' }))).rejects.toMatchObject(
        denied,
      )
      for (const path of [`${other}/log/1/1.json`, `${other}/log/1/9.json`, 'index.html', '.registry.lock'])
        await expect(team.create(path, '')).rejects.toMatchObject(denied)
      for (const path of [`${other}/live.json`, `${other}/1.0.0/remoteEntry.js`]) {
        await expect(team.replace(path, '')).rejects.toMatchObject(denied)
        await expect(team.remove(path)).rejects.toMatchObject(denied)
      }
      expect(await team.remotes()).toBeUndefined()
      await expect(prune(team, own, { olderThanMs: 0 }, key, note)).rejects.toThrow('allow this key to list it')
    }
  })

  it.each<[string, () => string, string]>([
    ['a missing bucket', () => 's3://canje-missing', 'Create the bucket, or correct --store.'],
    [
      'an unknown key',
      () => {
        vi.stubEnv('AWS_ACCESS_KEY_ID', 'unknown')
        return `${store.location}/1`
      },
      'Check AWS_ACCESS_KEY_ID.',
    ],
    [
      'a wrong secret',
      () => {
        vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
        return `${store.location}/2`
      },
      'Check AWS_SECRET_ACCESS_KEY and AWS_REGION.',
    ],
    [
      'a clock that is off by an hour',
      () => {
        vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 })
        return `${store.location}/3`
      },
      "Set this machine's clock.",
    ],
  ])('says what to do about %s', async (_name, arrange, remedy) => {
    const unusable = openStore(arrange())
    await expect(readLog(unusable, 'mf-codes')).rejects.toThrow(remedy)
    await expect(readLog(unusable, 'mf-codes')).rejects.toThrow(/^s3:\/\/.* refuses the request \(\w+\)\. /)
  })
})
