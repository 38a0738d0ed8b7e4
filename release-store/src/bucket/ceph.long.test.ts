import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { key, note, trust } from '../../tests/signer'
import { makeLive, makeNext, rollBack, withdraw } from '../live'
import { readLog } from '../log'
import { openStore } from '../open-store'
import { prune } from '../prune'
import { publish } from '../publish'
import type { ReleaseStore } from '../release-store'
import { hasCeph, type ObjectStore, startCeph } from '../testing/ceph'
import { entryOf, temporaryFolder, writeBuild } from '../testing/store'
import { verifyRemote } from '../verify'

const isInstalled = await hasCeph()
const onCeph = {
  skip: !isInstalled,
  meta: { skipReason: 'Ceph is not installed (Debian: ceph-mon ceph-osd radosgw ceph-common).' },
}
const START_MS = 180_000

describe('a store in a bucket', onCeph, () => {
  let ceph: ObjectStore
  let folder: string
  let store: ReleaseStore

  beforeAll(async () => {
    ceph = await startCeph()
    folder = await temporaryFolder()
  }, START_MS)
  afterAll(() => ceph?.close())
  beforeEach(async () => {
    for (const [name, value] of Object.entries(ceph.environment)) vi.stubEnv(name, value)
    store = openStore(`${await ceph.createBucket()}/office/releases`)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  const release = async (version: string) => publish(store, await writeBuild(folder, { version, build: `b${version}` }))
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

  it('holds releases, changes what is live, rolls back, withdraws, records and prunes', async () => {
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
    const pruneAfter = (olderThanMs: number) => prune(store, 'mf-codes', olderThanMs, key, note)
    expect(await pruneAfter(3_600_000)).toEqual([])
    expect(await pruneAfter(-60_000)).toEqual(['mf-codes/1.1.0', 'mf-codes/1.2.0', 'mf-codes/1.3.0'])
    await expectIntact()
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

  it('lets a team write below its folder only, without permission to list', async () => {
    for (const [name, value] of Object.entries(await ceph.createUser('mf-codes'))) vi.stubEnv(name, value)
    store = openStore(await ceph.createBucket({ teams: ['mf-codes'] }))
    for (const version of ['1.0.0', '1.1.0']) await live(version)
    await rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key)
    await expectIntact()
    const denied = { fault: 'unreachable', message: expect.stringContaining('(AccessDenied)') }
    for (const path of ['mf-users/log/1/1.json', 'mf-users/1.0.0/remoteEntry.js', 'index.html']) {
      await expect(store.create(path, '')).rejects.toMatchObject(denied)
      await expect(store.replace(path, '')).rejects.toMatchObject(denied)
      await expect(store.remove(path)).rejects.toMatchObject(denied)
    }
    expect(await store.remotes()).toBeUndefined()
    await expect(prune(store, 'mf-codes', 0, key, note)).rejects.toThrow('allow this key to list it')
  })

  it.each<[string, () => unknown, string]>([
    ['an unknown key', () => vi.stubEnv('AWS_ACCESS_KEY_ID', 'unknown'), 'Check AWS_ACCESS_KEY_ID.'],
    [
      'a clock that is off by an hour',
      () => vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 3_600_000 }),
      "Set this machine's clock.",
    ],
  ])('says what to do about %s', async (_name, arrange, remedy) => {
    arrange()
    const unusable = openStore(store.location)
    await expect(readLog(unusable, 'mf-codes')).rejects.toThrow(remedy)
    await expect(readLog(unusable, 'mf-codes')).rejects.toThrow(/^s3:\/\/.* refuses the request \(\w+\)\. /)
  })
})
