import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildId } from '@canje/build'
import { readAuthority } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import { createKey, makeLive, openStore, publicKeyOf, publish, type ReleaseStore, readKey } from '@canje/release-store'
import { temporaryFolder, writeBuild } from '@canje/release-store/testing'
import { hasCeph, type ObjectStore, startCeph } from '@canje/release-store/testing/ceph'
import { ROOT } from 'repo'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import type { TrustJson } from '../../dev-stack'
import { readPackage } from '../../project'
import { checkVersionIsFree } from '../checks/free-version'
import { run } from '../index'
import { recordedCliEnvironment } from '../testing/cli-environment'
import { writeHandwritten } from '../testing/handwritten-build'
import { openShell, openShellWithoutTabs } from '../testing/live-shell'

const onCeph = {
  skip: !(await hasCeph()),
  meta: { skipReason: 'Ceph is not installed (Debian: ceph-mon ceph-osd radosgw ceph-common).' },
}

describe('the commands on a bucket', onCeph, () => {
  let ceph: ObjectStore
  let store: ReleaseStore
  let folder: string
  let keyFile: string
  let trust: TrustJson

  beforeAll(async () => {
    ceph = await startCeph()
  })
  afterAll(() => ceph?.close())
  beforeEach(async () => {
    for (const [name, value] of Object.entries(ceph.environment)) vi.stubEnv(name, value)
    store = openStore(`${await ceph.createBucket()}/releases`)
    folder = await temporaryFolder()
    keyFile = join(folder, 'key.pem')
    await writeFile(keyFile, createKey())
    const key = await readKey(keyFile)
    const keys = [publicKeyOf(key)]
    trust = { storeId: 'bucket', operatorKeys: keys, remotes: { 'mf-codes': exampleListing({ keys }) } }
    for (const version of ['1.0.0', '1.1.0']) {
      const dist = await writeBuild(folder, { version, build: version })
      await makeLive(store, await publish(store, dist), key, { authority: readAuthority(trust) })
    }
  })
  afterEach(() => vi.unstubAllEnvs())

  async function command(...args: string[]) {
    const output = recordedCliEnvironment('/', process.env)
    const exitCode = await run(args, new AbortController().signal, output)
    return { exitCode, printed: output.stdout() + output.stderr() }
  }
  const at = (location: string) => ['--store', location]

  it('show, roll back, verify and prune it', async () => {
    const key = ['--key', keyFile]
    expect((await command('status', ...at(store.location))).printed).toContain('mf-codes 1.1.0 is live')
    expect(await command('rollback', 'mf-codes', ...at(store.location), ...key)).toMatchObject({ exitCode: 0 })
    expect((await command('status', ...at(store.location))).printed).toMatch(
      /mf-codes 1\.0\.0 is live[\s\S]*in the store: 1\.1\.0, 1\.0\.0/,
    )
    const shell = await openShellWithoutTabs(trust, {})
    onTestFinished(() => shell.close())
    expect(await command('verify', ...at(store.location), '--shell', shell.url)).toMatchObject({ exitCode: 0 })
    expect((await command('prune', ...at(store.location), ...key)).printed).toContain('There is nothing to delete.')
  })

  it('copy a release to another bucket', async () => {
    const target = openStore(`${await ceph.createBucket()}/production`)
    const shell = await openShellWithoutTabs({ ...trust, storeId: 'production' }, {})
    onTestFinished(() => shell.close())
    const args = ['--from', store.location, '--to', target.location, '--key', keyFile, '--shell', shell.url]
    // The shell shows no tab, so the example build was read and is intact.
    const refused = await command('copy', 'mf-codes@1.0.0', ...args)
    expect(refused.exitCode).toBe(3)
    expect(refused.printed).toContain('render-failed')
    expect(refused.printed).not.toContain('store-damaged')
    await store.remove('mf-codes/1.0.0/tab.css')
    const damaged = await command('copy', 'mf-codes@1.0.0', ...args)
    expect(damaged.exitCode).toBe(6)
    expect(damaged.printed).toContain('tab.css is missing')
    expect(await command('copy', 'mf-codes@1.0.0', ...args, '--to', store.location)).toMatchObject({ exitCode: 2 })
  })

  if (process.env.LONG_TESTS)
    it('open a release in a shell that is not live yet', async () => {
      const of = openStore(`${await ceph.createBucket()}/under-test`)
      const dist = await writeHandwritten(folder, { tab: `{ default: () => 'Filas' }` })
      const key = await readKey(keyFile)
      await makeLive(of, await publish(of, dist), key, { authority: readAuthority(trust) })
      const shell = await openShell(trust)
      onTestFinished(() => shell.close())
      const check = () => command('check-shell', shell.url, '--json', ...at(of.location))
      const opened = await check()
      expect(opened.exitCode, opened.printed).toBe(0)
      expect(opened.printed).toMatch(/"name": "mf-codes",\s+"version": "1\.0\.0",\s+"live": true,\s+"refused": false/)
      await of.remove('mf-codes/1.0.0/tab.css')
      const damaged = await check()
      expect(damaged.exitCode).toBe(6)
      expect(damaged.printed).toContain('mf-codes 1.0.0: tab.css is missing.')
    })

  it('repeat an interrupted publication of the same build, and of no other', async () => {
    const remote = readPackage(join(ROOT, 'mf-codes'))
    const build = buildId(remote.directory)
    const publishAs = async (version: string, build: string) =>
      publish(store, await writeBuild(folder, { version, build }))
    const check = (version: string) => checkVersionIsFree(store, { ...remote, version }, build, {})
    const complete = await publishAs('2.0.0', build)
    await publishAs('2.1.0', 'other')
    for (const lost of ['tab.css', 'remoteEntry.js.br']) await store.remove(`mf-codes/2.0.0/${lost}`)

    expect(await check('1.9.0')).toEqual([])
    expect(await check('2.1.0')).toMatchObject([{ code: 'version-exists' }])
    expect(await check('2.0.0')).toEqual([])
    expect(await publishAs('2.0.0', build)).toEqual(complete)
    const files = (await store.list('mf-codes'))?.map(({ path }) => path)
    expect(files).toEqual(expect.arrayContaining(['mf-codes/2.0.0/tab.css', 'mf-codes/2.0.0/remoteEntry.js.br']))
    await makeLive(store, complete, await readKey(keyFile))
    expect(await check('2.0.0')).toEqual([])
    expect(await command('rollback', 'mf-codes', ...at(store.location), '--key', keyFile)).toMatchObject({
      exitCode: 0,
    })
    expect(await check('2.0.0')).toMatchObject([{ code: 'version-exists' }])
  })

  it.each<[string, () => string, number, string]>([
    ['a missing bucket', () => 's3://canje-missing/releases', 4, 'Create the bucket, or correct --store.'],
    ['a malformed URL', () => `${store.location}/../x`, 2, 'is not the URL of a bucket'],
    [
      'refused credentials',
      () => {
        vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'wrong')
        return `${store.location}/x`
      },
      4,
      'Check AWS_SECRET_ACCESS_KEY and AWS_REGION.',
    ],
    [
      'missing credentials',
      () => {
        vi.stubEnv('AWS_ACCESS_KEY_ID', '')
        return store.location
      },
      2,
      'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    ],
  ])('report %s in one line', async (_name, locate, exitCode, remedy) => {
    const location = locate()
    for (const args of [['status'], ['rollback', 'mf-codes', '--key', keyFile]]) {
      const result = await command(...args, ...at(location))
      expect(result.exitCode).toBe(exitCode)
      expect(result.printed.trim()).toMatch(/^\w+ failed: [^\n]+$/)
      expect(result.printed).toContain(remedy)
    }
  })
})
