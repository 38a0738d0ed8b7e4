import { mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { listingOf, readAuthority, readState } from '@canje/registry'
import { exampleListing } from '@canje/registry/testing'
import { createKey, makeLive, openStore, publicKeyOf, publish, readKey, withdraw } from '@canje/release-store'
import { writeBuild } from '@canje/release-store/testing'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import type { Package } from '../project'
import type { TrustJson } from './config-json'
import { releaseKeyOf, releaseStoreIn } from './data-directory'
import { type OwnStore, releaseBuilds } from './releases'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-start-'))
})

const store = () => openStore(releaseStoreIn(folder))
const build = (version: string, name = 'mf-codes') => writeBuild(folder, { name, version, build: `b${version}` })

/** A remote whose folder has a build. */
async function built(version: string, name = 'mf-codes'): Promise<Package> {
  const directory = await mkdtemp(join(folder, `${name}-`))
  await rename(await build(version, name), join(directory, 'dist'))
  return { name, version, directory, tab: { id: name, label: name, order: 2 } }
}
const liveFile = (name: string) => join(store().location, name, 'live.json')
const json = async (name = 'mf-codes') => JSON.parse(await readFile(liveFile(name), 'utf8'))

/** The versions that a browser shows, after checking that it reports nothing. */
async function shown(trust: TrustJson) {
  const authority = readAuthority(trust)
  expect(authority.findings).toEqual([])
  return Promise.all(
    authority.remotes.map(async ({ name }) => {
      const { remote } = await readState(await json(name), { storeUrl: 'http://r.test', authority, name })
      return [name, ...[remote?.live, ...(remote?.previous ?? [])].map((release) => release?.version)]
    }),
  )
}
const writeListings = (listings: object) => writeFile(join(folder, 'remotes.json'), JSON.stringify(listings))
const trustWith = ({ trust, listings }: OwnStore, remotes: Package[]) => ({ ...trust, remotes: listings(remotes) })

it('lists each remote with the tab of its package.json, and its own key', async () => {
  const codes = await built('1.0.0')
  const { trust } = await releaseBuilds(folder, [codes, await built('1.0.0', 'mf-premios')])
  expect(await shown(trust)).toEqual([
    ['mf-codes', '1.0.0'],
    ['mf-premios', '1.0.0'],
  ])
  const authority = readAuthority(trust)
  const keys = [publicKeyOf(await releaseKeyOf(folder))]
  expect(authority.operatorKeys).toEqual(keys)
  expect(listingOf(authority, 'mf-codes')).toMatchObject({ tab: codes.tab, slots: [], keys })
})

it('keeps the store and its releases at the next start, and changes nothing without a new build', async () => {
  const { trust } = await releaseBuilds(folder, [await built('1.0.0')])
  const next = await releaseBuilds(folder, [await built('1.1.0')])
  expect(next.trust).toEqual(trust)
  expect(await shown(next.trust)).toEqual([['mf-codes', '1.1.0', '1.0.0']])
  const before = await json()
  await releaseBuilds(folder, [await built('1.1.0')])
  expect(await json()).toEqual(before)
})

it('accepts the remote of a team outside the repository, by the key in remotes.json', async () => {
  const codes = await built('1.0.0')
  const started = await releaseBuilds(folder, [codes])
  await writeFile(join(folder, 'team.pem'), createKey())
  const key = await readKey(join(folder, 'team.pem'))
  const tab = { id: 'premios', label: 'Premios', order: 6 }
  await writeListings({ 'mf-premios': exampleListing({ keys: [publicKeyOf(key)], tab }) })
  const trust = trustWith(started, [codes])
  await makeLive(store(), await publish(store(), await build('1.0.0', 'mf-premios')), key, {
    authority: readAuthority(trust),
  })
  const expected = [
    ['mf-codes', '1.0.0'],
    ['mf-premios', '1.0.0'],
  ]
  expect(await shown(trust)).toEqual(expected)
  expect(await shown((await releaseBuilds(folder, [codes])).trust)).toEqual(expected)
})

it('signs a remote with the key of the operator when remotes.json names other keys', async () => {
  await writeListings({ 'mf-codes': exampleListing() })
  const { trust } = await releaseBuilds(folder, [await built('1.0.0')])
  expect(await shown(trust)).toEqual([['mf-codes', '1.0.0']])
})

it('says how to begin again when a key that signed a release is lost', async () => {
  const codes = await built('1.0.0')
  await releaseBuilds(folder, [codes])
  await rm(join(folder, 'release-key.pem'))
  await expect(releaseBuilds(folder, [codes])).rejects.toThrow(
    /1\.json is signed with key .+\. To begin with a new store, delete \S+remotes\.$/,
  )
})

it('leaves a withdrawn release out', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => error.mockRestore())
  await releaseBuilds(folder, [await built('1.0.0')])
  const codes = await built('1.1.0')
  const { trust } = await releaseBuilds(folder, [codes])
  const note = { authority: readAuthority(trust) }
  await withdraw(store(), { name: 'mf-codes', version: '1.1.0' }, await releaseKeyOf(folder), note)
  expect(await shown((await releaseBuilds(folder, [codes])).trust)).toEqual([['mf-codes', '1.0.0']])
  expect(error).toHaveBeenCalledWith('mf-codes 1.1.0 is withdrawn: its previous release stays live.')
})
