import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exampleListing } from '@canje/registry/testing'
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createListings, remotesNow } from './listings'

const [KEY = ''] = exampleListing().keys
const tab = { id: 'codigos', label: 'Codigos', order: 2 }
let folder: string

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'canje-listings-'))
})

async function writeManifest(name: string, canje: object): Promise<void> {
  await mkdir(join(folder, name), { recursive: true })
  await writeFile(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0', canje }))
}
const writeListings = (text: string) => writeFile(join(folder, 'remotes.json'), text)

it('lists what package.json proposes now: a changed label, and a further remote', async () => {
  const listings = createListings(folder, [KEY])
  expect(() => remotesNow(folder)).toThrow('has no remote')
  await writeManifest('mf-codes', { tab })
  const remotes = remotesNow(folder)
  const proposed = (changes = {}) => ({
    keys: [KEY],
    tab,
    slots: [],
    connect: [],
    ...changes,
  })
  expect(listings(remotes())).toEqual({ 'mf-codes': proposed() })

  const renamed = { ...tab, label: 'Premios' }
  const connect = ['https://maps.test']
  await writeManifest('mf-codes', { tab: renamed, connect, extensions: { 'detalle:codigo': './src/Detail.tsx' } })
  await writeManifest('mf-sixth', { tab })
  const changed = proposed({ tab: renamed, slots: ['detalle:codigo'], connect })
  const both = { 'mf-codes': changed, 'mf-sixth': proposed() }
  expect(listings(remotes())).toEqual(both)

  await writeFile(join(folder, 'mf-codes/package.json'), '{"name": "mf-')
  expect(listings(remotes())).toEqual(both)
})

it('adds the listings of remotes.json as they are now, which replace proposals', async () => {
  const listings = createListings(folder, [KEY])
  await writeManifest('mf-codes', { tab })
  const remotes = remotesNow(folder)
  const added = { 'mf-codes': exampleListing({ owner: 'Ana' }), 'mf-premios': exampleListing() }
  await writeListings(JSON.stringify(added))
  expect(listings(remotes())).toEqual(added)
  await rm(join(folder, 'remotes.json'))
  expect(Object.keys(listings(remotes()))).toEqual(['mf-codes'])
})

it('names each remote that the shell leaves out, in one line, once', async () => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => error.mockRestore())
  const listings = createListings(folder, [KEY])
  await writeManifest('mf-codes', { tab })
  const remotes = remotesNow(folder)
  const clashing = { 'mf-premios': exampleListing({ tab: { id: 'Codigos', label: 'Premios', order: 6 } }) }
  await writeListings(JSON.stringify({ ...clashing, 'mf-mapas': { keys: [] } }))
  for (let request = 0; request < 2; request++) expect(Object.keys(listings(remotes()))).toHaveLength(3)
  expect(error.mock.calls).toEqual([
    [expect.stringMatching(/^The shell leaves out a remote: remotes\.mf-mapas\.keys: must name at least one key/)],
    [
      expect.stringMatching(
        /^The shell leaves out a remote: remotes\.mf-premios\.tab\.id: "Codigos" looks like that of mf-codes$/,
      ),
    ],
  ])
})

it.each([
  ['{\n"mf-codes":\n', /remotes\.json is ignored: .*JSON/],
  ['[]', /remotes\.json is ignored: remotes: must be an object with a listing for each remote, by name$/],
])('ignores remotes.json with %j, and reports it in one line, once', async (text, line) => {
  const error = vi.spyOn(console, 'error').mockReturnValue()
  onTestFinished(() => error.mockRestore())
  const listings = createListings(folder, [KEY])
  await writeListings(text)
  expect([listings([]), listings([])]).toEqual([{}, {}])
  expect(error.mock.calls).toEqual([[expect.stringMatching(line)]])
  expect(error.mock.calls.join()).not.toContain('\n')
  await writeListings('{}')
  listings([])
  await writeListings(text)
  listings([])
  expect(error).toHaveBeenCalledTimes(2)
})
