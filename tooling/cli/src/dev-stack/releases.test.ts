import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Authority, keyIdOf, parseSignedRegistry } from '@canje/registry'
import { makeLive, openStore, publicKeyOf, publish, readRegistry, withdraw } from '@canje/release-store'
import { anotherRemote, writeBuild } from '@canje/release-store/testing'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { operatorKeyOf, releaseStoreIn } from './data-directory'
import { reservePackaged } from './release-authority'
import { keepStampFresh, releaseBuilds } from './releases'

const premios = anotherRemote('mf-premios')
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-start-'))
})
afterEach(() => rm(folder, { recursive: true }))

const store = () => openStore(releaseStoreIn(folder))
const build = (version: string, changes = {}) => writeBuild(folder, { version, build: `b${version}`, ...changes })
const json = async () => JSON.parse(await readFile(join(store().location, 'registry.json'), 'utf8'))
/** The versions that a browser shows, after checking that it reports nothing. */
async function shown(authority: Authority) {
  const { remotes, findings, stampFinding } = await parseSignedRegistry(
    await json(),
    'http://r.test/registry.json',
    authority,
  )
  expect([findings, stampFinding(Date.now())]).toEqual([[], undefined])
  return remotes.map(({ name, live, previous }) => [name, live.version, ...previous.map(({ version }) => version)])
}

it('signs each remote with its own key, and reserves its tab', async () => {
  const authority = await releaseBuilds(folder, [await build('1.0.0'), await build('1.0.0', premios)])
  expect(await shown(authority)).toEqual([
    ['mf-codes', '1.0.0'],
    ['mf-premios', '1.0.0'],
  ])
  for (const { name, signature } of (await json()).remotes)
    expect(signature.keyId).toBe(await keyIdOf(authority.remotes[name]?.keys[0] ?? ''))
  expect(authority.operatorKeys).toEqual([publicKeyOf(await operatorKeyOf(folder))])
  expect(authority.remotes['mf-codes']).toMatchObject({ tab: { id: 'codigos', label: 'Codigos', order: 2 }, slots: [] })
})

it('converts the store of an earlier version once, and keeps its other remotes', async () => {
  const operator = await operatorKeyOf(folder)
  await makeLive(
    store(),
    [await publish(store(), await build('1.0.0')), await publish(store(), await build('1.0.0', premios))],
    operator,
  )
  const { storeId } = (await readRegistry(store())) ?? {}
  const authority = await releaseBuilds(folder, [await build('1.1.0')])
  expect(authority.storeId).toBe(storeId)
  expect(await shown(authority)).toEqual([
    ['mf-codes', '1.1.0', '1.0.0'],
    ['mf-premios', '1.0.0'],
  ])
  const { remotes } = await json()
  expect(await releaseBuilds(folder, [await build('1.1.0')])).toEqual(authority)
  expect((await json()).remotes).toEqual(remotes)
})

it('accepts a further remote of the operator, which has a key of its own from the next start on', async () => {
  const before = await releaseBuilds(folder, [await build('1.0.0')])
  const added = await publish(store(), await build('1.0.0', premios))
  await makeLive(store(), [added], await operatorKeyOf(folder), { authority: before })
  expect(await shown(before)).toEqual([
    ['mf-codes', '1.0.0'],
    ['mf-premios', '1.0.0'],
  ])
  const after = await releaseBuilds(folder, [await build('1.0.0'), await build('1.0.0', premios)])
  expect(Object.keys(after.remotes)).toEqual(['mf-codes', 'mf-premios'])
  expect(await shown(after)).toEqual([
    ['mf-codes', '1.0.0'],
    ['mf-premios', '1.0.0'],
  ])
})

it('leaves a withdrawn release out', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => error.mockRestore())
  await releaseBuilds(folder, [await build('1.0.0')])
  const authority = await releaseBuilds(folder, [await build('1.1.0')])
  const note = { authority }
  await withdraw(store(), { name: 'mf-codes', version: '1.1.0' }, await operatorKeyOf(folder), note)
  expect(await shown(await releaseBuilds(folder, [await build('1.1.0')]))).toEqual([['mf-codes', '1.0.0']])
  expect(error).toHaveBeenCalledWith('mf-codes 1.1.0 is withdrawn: its previous release stays live.')
})

it('renews the stamp, and goes on after a failure', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => error.mockRestore())
  const authority = await releaseBuilds(folder, [await build('1.0.0')])
  const registry = join(store().location, 'registry.json')
  const text = await readFile(registry, 'utf8')
  const renewal = await keepStampFresh(folder, authority, 20)
  await writeFile(registry, '{')
  await vi.waitFor(() => expect(error).toHaveBeenCalledWith(expect.stringContaining('could not be renewed')))
  await writeFile(registry, text)
  await vi.waitFor(async () => expect((await json()).stamp.at).not.toBe(JSON.parse(text).stamp.at))
  await renewal.close()
  expect(await shown(authority)).toEqual([['mf-codes', '1.0.0']])
})

it('reserves what package.json says now, unless it is invalid', async () => {
  const authority = await releaseBuilds(folder, [await build('1.0.0')])
  const remote = join(folder, 'repository/mf-codes')
  await mkdir(remote, { recursive: true })
  const write = (label: string) => {
    const canje = { tab: { id: 'codigos', label, order: 3 }, extensions: { 'detalle:codigo': './src/Detail.tsx' } }
    return writeFile(join(remote, 'package.json'), JSON.stringify({ name: 'mf-codes', version: '1.0.0', canje }))
  }
  await write('Premios')
  expect(reservePackaged(authority, join(folder, 'repository')).remotes['mf-codes']).toEqual({
    ...authority.remotes['mf-codes'],
    tab: { id: 'codigos', label: 'Premios', order: 3 },
    slots: ['detalle:codigo'],
  })
  await write(' ')
  expect(reservePackaged(authority, join(folder, 'repository'))).toBe(authority)
})
