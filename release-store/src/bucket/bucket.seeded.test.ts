import { type ChildProcess, spawn } from 'node:child_process'
import { createPrivateKey } from 'node:crypto'
import { once } from 'node:events'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { readHistory } from '../history'
import { makeLive, rollBack, withdraw } from '../live'
import { openStore } from '../open-store'
import { prune } from '../prune'
import { publish } from '../publish'
import { readRegistry } from '../registry-file'
import type { ReleaseStore } from '../release-store'
import { createKey, publicKeyOf } from '../signing-key'
import { readRelease } from '../stored-release'
import { bundle } from '../testing/bundle'
import { hasCeph, type ObjectStore, startCeph } from '../testing/ceph'
import { assertLinearises, createStore, type Interleaving, interleavings, stageBuilds } from '../testing/model'
import { entryOf, temporaryFolder, writeBuild } from '../testing/store'
import { verifyRelease, verifyStore } from '../verify'
import { type Bucket, bucketOf } from './client'

const isInstalled = await hasCeph()
const onCeph = {
  skip: !isInstalled,
  meta: { skipReason: 'Ceph is not installed (Debian: ceph-mon ceph-osd radosgw ceph-common).' },
}
const START_MS = 180_000
const key = createPrivateKey(createKey())
const LONG = Boolean(process.env.LONG_TESTS)

describe('a store in a bucket', onCeph, () => {
  let ceph: ObjectStore
  let folder: string
  let store: ReleaseStore
  let bucket: Bucket
  let script: string

  beforeAll(async () => {
    ceph = await startCeph()
    folder = await temporaryFolder()
    script = await bundle('changing-process.ts', folder)
    await writeFile(join(folder, 'key.pem'), key.export({ type: 'pkcs8', format: 'pem' }))
  }, START_MS)
  afterAll(async () => {
    await ceph?.close()
    await rm(folder, { recursive: true })
  })
  beforeEach(async () => {
    for (const [name, value] of Object.entries(ceph.environment)) vi.stubEnv(name, value)
    store = openStore(`${await ceph.createBucket()}/office/releases`)
    bucket = bucketOf(store.location)
  })
  afterEach(() => {
    vi.useRealTimers()
    vi.unstubAllEnvs()
  })

  const release = async (version: string, changes = {}) =>
    publish(store, await writeBuild(folder, { version, build: `b${version}`, ...changes }))
  const live = async (version: string) => makeLive(store, [await release(version)], key)
  const verify = () => verifyStore(store)
  const versions = async (name = 'mf-codes') => {
    const remote = (await readRegistry(store))?.remotes.find((candidate) => candidate.name === name)
    return remote && [remote.live, ...remote.previous].map(({ version }) => version)
  }
  const headersOfObject = async (path: string) => {
    const object = `${ceph.environment.AWS_ENDPOINT_URL}/${store.location.slice('s3://'.length)}/${path}`
    const { AwsClient } = await import('aws4fetch')
    const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey } = ceph.environment
    const { headers } = await new AwsClient({ accessKeyId, secretAccessKey, service: 's3' }).fetch(object)
    return ['Content-Type', 'Cache-Control', 'Content-Encoding'].map((name) => headers.get(name))
  }

  it('holds releases, changes what is live, and rolls back', async () => {
    expect(await readRegistry(store)).toBeUndefined()
    await live('1.0.0')
    await live('1.1.0')
    expect(await versions()).toEqual(['1.1.0', '1.0.0'])
    expect((await store.foldersOf('mf-codes')).sort()).toEqual(['1.0.0', '1.1.0'])
    expect(await verify()).toEqual([])
    await rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key)
    expect(await versions()).toEqual(['1.0.0'])
    expect(await verify()).toEqual([])
    await expect(makeLive(store, [await release('1.2.0')], createPrivateKey(createKey()))).rejects.toThrow(
      'mf-codes is signed with key',
    )
  })

  it('stores how each file is served', async () => {
    await live('1.0.0')
    const immutable = 'public, max-age=31536000, immutable'
    expect(await headersOfObject('registry.json')).toEqual(['application/json', 'no-cache', null])
    expect(await headersOfObject('mf-codes/1.0.0/tab.css')).toEqual(['text/css', immutable, null])
    expect(await headersOfObject('mf-codes/1.0.0/remoteEntry.js.br')).toEqual(['text/javascript', immutable, 'br'])
    expect(await headersOfObject('mf-codes/1.0.0/remoteEntry.js.gz')).toEqual(['text/javascript', immutable, 'gzip'])
    expect((await bucket.read('mf-codes/1.0.0/remoteEntry.js'))?.content.toString()).toBe(entryOf('b1.0.0'))
  })

  it('reserves a version for its build, and completes an interrupted upload of it', async () => {
    const first = await release('1.0.0')
    expect(await release('1.0.0')).toEqual(first)
    await expect(release('1.0.0', { build: 'other' })).rejects.toThrow('is already published with another build')

    await bucket.remove('mf-codes/1.0.0/tab.css')
    expect(await verifyRelease(store, first)).toEqual(['mf-codes 1.0.0: tab.css is missing'])
    await makeLive(store, [await release('1.0.0')], key)
    expect(await verify()).toEqual([])
  })

  it('keeps nothing else in the place of a new release', async () => {
    await live('1.0.0')
    for (const path of ['mf-codes/1.1.0/tab.css', 'mf-codes/1.1.0/remoteEntry.js.br', 'mf-codes/1.1.0/more.js']) {
      await bucket.write(path, 'b {}')
      await expect(release('1.1.0')).rejects.toThrow(
        `${store.location}/${path} is not the file of this release: delete it`,
      )
      expect(await bucket.read('mf-codes/1.1.0/release.json')).toBeUndefined()
      await bucket.remove(path)
    }
    const first = await release('1.1.0')
    // As another version of zlib may compress it.
    await bucket.remove('mf-codes/1.1.0/remoteEntry.js.gz')
    const other = gzipSync(entryOf('b1.1.0'), { level: 1 })
    await bucket.create('mf-codes/1.1.0/remoteEntry.js.gz', other)
    expect(await release('1.1.0')).toEqual(first)
    await bucket.write('mf-codes/1.1.0/tab.css', 'b {}')
    await expect(release('1.1.0')).rejects.toThrow('tab.css is not the file of this release')
  })

  it('reports damage, and a registry that was replaced by an older one', async () => {
    await live('1.0.0')
    const older = (await bucket.read('registry.json'))?.content.toString() ?? ''
    for (const version of ['1.1.0', '1.2.0']) await live(version)
    await bucket.write('registry.json', older)
    await bucket.write('mf-codes/1.0.0/tab.css', 'b {}')
    await bucket.write('mf-codes/1.0.0/more.js', '')
    await bucket.write('index.html', '')
    expect(await verify()).toEqual([
      'mf-codes 1.0.0: tab.css was changed',
      'mf-codes 1.0.0: more.js was added',
      'index.html is no release',
    ])
    const [history] = await readHistory(store)
    expect(history?.broken).toMatch(
      /^registry\.json was replaced by an older one: history\/mf-codes\/\d+\.json is later$/,
    )
  })

  if (LONG) {
    it('prunes releases that have left the registry for long enough', async () => {
      for (const version of ['1.0.0', '1.1.0']) await live(version)
      await release('1.2.0')
      await rollBack(store, { name: 'mf-codes', from: '1.1.0', to: '1.0.0' }, key)
      expect(await prune(store, { olderThanMs: 3_600_000 })).toEqual([])
      const unlisted = ['mf-codes/1.1.0', 'mf-codes/1.2.0']
      expect(await prune(store, { olderThanMs: -60_000, dryRun: true })).toEqual(unlisted)
      expect(await prune(store, { olderThanMs: -60_000 })).toEqual(unlisted)
      expect(await store.foldersOf('mf-codes')).toEqual(['1.0.0'])
      expect(await verify()).toEqual([])
    })

    it('never leaves a live release without files, when one is pruned while it becomes live', async () => {
      await live('1.0.0')
      for (let number = 1; number <= 10; number++) {
        const published = await release(`2.${number}.0`)
        await Promise.allSettled([makeLive(store, [published], key), prune(store, { olderThanMs: -60_000 })])
        expect(await verify()).toEqual([])
        expect((await versions())?.at(-1)).toMatch(/^[12]\./)
      }
    })
  }

  const start = (name: string, changes: number) =>
    spawn(process.execPath, [script, store.location, join(folder, 'key.pem'), folder, name, String(changes), '-1'], {
      env: { ...process.env, ...ceph.environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const exited = async (child: ChildProcess) => {
    if (child.exitCode === null && child.signalCode === null) await once(child, 'close')
  }

  it('loses no change of several processes at a time', { timeout: 600_000 }, async () => {
    const names = Array.from({ length: LONG ? 6 : 3 }, (_, index) => `mf-p${index}`)
    const children = names.map((name) => start(name, LONG ? 8 : 2))
    const printed = await Promise.all(children.map(({ stdout, stderr }) => Promise.all([text(stdout), text(stderr)])))
    expect(printed.map(([, errors]) => errors)).toEqual(names.map(() => ''))
    for (const [index, name] of names.entries()) {
      const expected: unknown = JSON.parse(printed[index]?.[0].trim().split('\n').at(-1) ?? '')
      expect(await versions(name)).toEqual(expected)
    }
    expect(await verify()).toEqual([])
  })

  it('outlasts a gateway that stops for a while', { timeout: 120_000 }, async () => {
    await live('1.0.0')
    const published = await release('1.1.0')
    await ceph.stopGateway()
    const change = makeLive(store, [published], key)
    if (LONG) await pause(20_000)
    await ceph.startGateway()
    await change
    expect(await versions()).toEqual(['1.1.0', '1.0.0'])
    expect(await verify()).toEqual([])
  })

  if (LONG) {
    it('prunes the releases of a remote that never was live, and nothing of another application', async () => {
      await makeLive(store, [await publish(store, await writeBuild(folder, { name: 'mf-users' }))], key)
      await release('1.0.0')
      expect(await verify()).toEqual([])
      const manifest = (await bucket.read('mf-codes/1.0.0/release.json'))?.content.toString() ?? ''
      const foreign = { 'photos/2026/release.json': '{}', 'mf-codes/2026/release.json': manifest }
      for (const [path, text] of Object.entries(foreign)) await bucket.write(path, text)
      expect(await prune(store, { olderThanMs: -60_000 })).toEqual(['mf-codes/1.0.0'])
      for (const path of Object.keys(foreign)) {
        expect(await bucket.read(path)).toBeDefined()
        await bucket.remove(path)
      }
      expect(await verify()).toEqual([])
    })

    it('does not list a deleted release', async () => {
      await live('1.0.0')
      const deleted = await release('1.1.0')
      await prune(store, { olderThanMs: -60_000 })
      await expect(makeLive(store, [deleted], key)).rejects.toThrow(`mf-codes/1.1.0 was deleted from ${store.location}`)
      expect(await versions()).toEqual(['1.0.0'])
      expect(await readRelease(store, 'mf-codes', '1.1.0')).toBeUndefined()
      expect(await verify()).toEqual([])
    })

    it('is intact after processes were killed, and rolls back at once', { timeout: 3_600_000 }, async () => {
      const kill = async (delayMs: number) => {
        const child = start('mf-codes', 50)
        // Not a wait for a condition: the moment is the input of this test.
        setTimeout(() => child.kill('SIGKILL'), delayMs)
        await exited(child)
        expect(await verify()).toEqual([])
      }
      await live('0.1.0')
      await live('0.2.0')
      await fc.assert(fc.asyncProperty(fc.integer({ min: 150, max: 1500 }), kill), {
        seed: 20261124,
        numRuns: 20,
        endOnFailure: true,
      })
      const [from = '', to = ''] = (await versions()) ?? []
      await rollBack(store, { name: 'mf-codes', from, to }, key)
      expect((await versions())?.[0]).toBe(to)
    })

    it('keeps a store of another office apart', async () => {
      await live('1.0.0')
      await expect(makeLive(store, [await release('1.1.0')], createPrivateKey(createKey()))).rejects.toThrow(
        /mf-codes is signed with key/,
      )
      const other = openStore(store.location.replace('/office/', '/other/'))
      expect(await readRegistry(other)).toBeUndefined()
      await makeLive(other, [await publish(other, await writeBuild(folder, { name: 'mf-others' }))], key)
      expect(await versions()).toEqual(['1.0.0'])
    })

    it('withdraws and records', async () => {
      await live('1.0.0')
      const { storeId } = await live('1.1.0')
      const authority = { storeId, operatorKeys: [publicKeyOf(key)], remotes: [], findings: [] }
      await makeLive(store, [await release('1.2.0')], key, { authority })
      await withdraw(store, { name: 'mf-codes', version: '1.2.0' }, key, { authority, reason: 'Falla el filtro' })
      expect(await versions()).toEqual(['1.1.0', '1.0.0'])
      const [history] = await readHistory(store, 'mf-codes', authority)
      expect(history?.broken).toBeUndefined()
      expect(history?.entries.map(({ change }) => change.command)).toEqual([
        'withdraw',
        'publish',
        'publish',
        'publish',
      ])
      expect(await verifyStore(store)).toEqual([])
      await bucket.remove(`history/mf-codes/${history?.entries[1]?.serial}.json`)
      expect((await readHistory(store, 'mf-codes', authority))[0]?.broken).toMatch(/ is missing or was altered$/)
    })

    it('explains the registry by its history after 6 interleavings', async () => {
      const builds = await stageBuilds(join(folder, 'staged'))
      let runs = 0
      const linearises = async (interleaving: Interleaving) => {
        runs += 1
        const empty = bucketOf(`${store.location}/${runs}`)
        await createStore(empty, builds)
        await assertLinearises(empty, builds, interleaving)
      }
      const limits = { seed: 20261126, numRuns: 6, endOnFailure: true }
      await fc.assert(fc.asyncProperty(interleavings, linearises), limits)
    })
  }

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
    await expect(readRegistry(unusable)).rejects.toThrow(remedy)
    await expect(readRegistry(unusable)).rejects.toThrow(/^s3:\/\/.* refuses the request \(\w+\)\. /)
  })
})
