import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, it } from 'vitest'
import { authority, key } from '../tests/signer'
import { makeLive } from './live'
import { prune } from './prune'
import { publish } from './publish'
import { withCopy } from './release-copy'
import type { ReleaseStore } from './release-store'
import { findRelease } from './stored-release'
import { agedStore } from './testing/client'
import { entryOf, STORES, temporaryFolder, writeBuild } from './testing/store'
import { verifyRelease } from './verify'

describe.each(STORES)('to a %s', (kind, open) => {
  let folder: string
  let store: ReleaseStore

  beforeEach(async () => {
    folder = await temporaryFolder()
    store = open(folder)
  })

  const release = async (version: string, changes = {}) =>
    publish(store, await writeBuild(folder, { version, build: `b${version}`, ...changes }))

  it('copies every file, hashed and compressed, and reads the release again', async () => {
    const published = await release('1.0.0')
    expect(await findRelease(store, 'mf-codes', '1.0.0')).toEqual(published)
    expect(await findRelease(store, 'mf-codes', '2.0.0')).toBeUndefined()
    expect(published.release.entry).toBe('mf-codes/1.0.0/remoteEntry.js')
    const hash = `sha384-${createHash('sha384').update('a {}').digest('base64')}`
    const hashes = { 'icons/a.svg': expect.anything(), 'remoteEntry.js': expect.anything(), 'tab.css': hash }
    expect(published.release.integrity).toEqual(hashes)
    expect((await store.read('mf-codes/1.0.0/remoteEntry.js'))?.toString()).toBe(entryOf('b1.0.0'))
    for (const file of ['icons/a.svg', 'tab.css', 'remoteEntry.js.map', 'remoteEntry.js.br', 'remoteEntry.js.gz'])
      expect(await store.read(`mf-codes/1.0.0/${file}`)).toBeDefined()
    expect(await verifyRelease(store, published)).toEqual([])
  })

  it('reserves a version for its build, and completes an interrupted copy of it', async () => {
    const first = await release('1.0.0')
    expect(await release('1.0.0', { builtAt: '2026-11-21T12:00:00.000Z' })).toEqual(first)
    await expect(release('1.0.0', { build: 'other' })).rejects.toMatchObject({
      fault: 'refused',
      message: expect.stringContaining('is already published with another build'),
    })
    for (const file of ['tab.css', 'remoteEntry.js.br']) await store.remove(`mf-codes/1.0.0/${file}`)
    expect(await verifyRelease(store, first)).toEqual(['mf-codes 1.0.0: tab.css is missing'])
    expect(await release('1.0.0')).toEqual(first)
    expect(await verifyRelease(store, first)).toEqual([])
    expect(await store.read('mf-codes/1.0.0/remoteEntry.js.br')).toBeDefined()
  })

  it('signs nothing that the manifest in the store says otherwise', async () => {
    await release('1.0.0')
    const manifest = JSON.parse((await store.read('mf-codes/1.0.0/release.json'))?.toString() ?? '')
    await store.replace('mf-codes/1.0.0/release.json', JSON.stringify({ ...manifest, preload: [] }))
    await expect(release('1.0.0')).rejects.toMatchObject({ fault: 'refused' })
  })

  it('keeps another file in the place of one, unless it is a compressed copy or a source map', async () => {
    await store.replace('mf-codes/1.1.0/tab.css', 'b {}')
    await expect(release('1.1.0')).rejects.toMatchObject({
      fault: 'damaged',
      message: `${store.location}/mf-codes/1.1.0/tab.css is not the file of this release: delete it, and publish again.`,
    })
    await store.remove('mf-codes/1.1.0/tab.css')
    const first = await release('1.1.0')
    // As another version of zlib may compress it.
    await store.replace(
      'mf-codes/1.1.0/remoteEntry.js.gz',
      gzipSync(entryOf('b1.1.0'), { level: 1 }).toString('latin1'),
    )
    await store.replace('mf-codes/1.1.0/remoteEntry.js.map', '{"of": "another machine"}')
    expect(await release('1.1.0')).toEqual(first)
  })

  it('keeps in release.json what only checks read, and out of what a state names', async () => {
    const uses = { react: ['useState'] }
    const published = await release('1.0.0', { uses, sharedUi: { key: 'a', files: [] } })
    expect(published.release).not.toHaveProperty('uses')
    const stored = JSON.parse((await store.read('mf-codes/1.0.0/release.json'))?.toString() ?? '')
    expect(stored.uses).toEqual(uses)
    // What was proposed to operators, and what only the checks before the publication need.
    for (const field of ['proposedTab', 'sharedUi']) expect(stored).not.toHaveProperty(field)
  })

  it('publishes a local build as a prerelease beside another build, other files, or a foreign release.json', async () => {
    await release('1.0.0', { build: 'same' })
    const dist = await writeBuild(folder, { build: 'same' })
    await writeFile(join(dist, 'tab.css'), 'b {}')
    await expect(publish(store, dist)).rejects.toThrow('is already published with another build')
    const local = await publish(store, dist, {}, true)
    expect(local.release.entry).toBe('mf-codes/1.0.0-local.same/remoteEntry.js')
    expect(await findRelease(store, 'mf-codes', '1.0.0-local.same')).toEqual(local)
    await store.create('mf-codes/2.0.0/release.json', '{"build":"old"}')
    const beside = await publish(store, await writeBuild(folder, { version: '2.0.0' }), {}, true)
    expect(beside.release.version).toBe('2.0.0-local.abc123')
    expect((await store.read('mf-codes/2.0.0/release.json'))?.toString()).toBe('{"build":"old"}')
  })

  it('publishes one complete build when several have the same version', async () => {
    const ids = ['aaaa', 'bbbb', 'cccc']
    const builds = await Promise.all(ids.map((build) => writeBuild(folder, { build })))
    const releases = await Promise.all(builds.map((dist) => publish(store, dist, {}, true)))
    expect(releases.filter(({ release }) => release.version === '1.0.0')).toHaveLength(1)
    for (const published of releases) expect(await verifyRelease(store, published)).toEqual([])
  })

  it('copies a release out of the store, as it was built, and nothing that was added', async () => {
    const published = await release('1.0.0')
    await store.create('mf-codes/1.0.0/added.js', '')
    const other = open(`${folder}/other`)
    await withCopy(store, published, async (copy) => expect(await publish(other, copy)).toEqual(published))
    expect((await other.read('mf-codes/1.0.0/remoteEntry.js.map'))?.toString()).toBe('{}')
    expect(await other.read('mf-codes/1.0.0/added.js')).toBeUndefined()
  })

  it('copies the bytes that it has verified, and says what is wrong with them', async () => {
    const published = await release('1.0.0')
    const reads = new Set<string>()
    const read = async (path: string) =>
      reads.has(path) ? Buffer.from('changed') : reads.add(path) && store.read(path)
    const text = (copy: string) => readFile(join(copy, 'remoteEntry.js'), 'utf8')
    await withCopy({ ...store, read }, published, async (copy, findings) => {
      expect([findings, await text(copy)]).toEqual([[], entryOf('b1.0.0')])
    })
    await store.remove('mf-codes/1.0.0/tab.css')
    await withCopy(store, published, async (_copy, findings) =>
      expect(findings).toEqual(['mf-codes 1.0.0: tab.css is missing']),
    )
  })

  // Pruning lists the files.
  if (!kind.includes('without'))
    it('publishes no pruned version again', async () => {
      for (const version of ['1.0.0', '1.1.0']) await makeLive(store, await release(version), key, { authority })
      const gone = await release('1.2.0')
      expect(await prune(agedStore(store), 'mf-codes', 0, key, { authority })).toEqual(['mf-codes/1.2.0'])
      const refused = { fault: 'refused', message: expect.stringContaining('mf-codes 1.2.0 was pruned') }
      await expect(release('1.2.0')).rejects.toMatchObject(refused)
      await expect(makeLive(store, gone, key, { authority })).rejects.toMatchObject(refused)
      const dist = await writeBuild(folder, { version: '1.2.0', build: 'b1.2.0' })
      expect((await publish(store, dist, {}, true)).release.version).toBe('1.2.0-local.b1.2.0')
    })
})
