import { mkdir, mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, it } from 'vitest'
import {
  findRemotes,
  proposedListing,
  readPackage,
  repositoryOf,
  requireProjects,
  requireRemotes,
  requireSettings,
} from './project'

const tab = { id: 'premios', label: 'Premios', order: 6 }
let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'canje-project-'))
})

async function add(path: string, manifest: object) {
  await mkdir(join(root, path), { recursive: true })
  await writeFile(join(root, path, 'package.json'), JSON.stringify({ name: path, version: '1.0.0', ...manifest }))
}
const namesOf = (folder: string) => findRemotes(folder).map(({ name }) => name)

it('lists the shell, where it has its sources, and every remote as projects', async () => {
  expect(() => requireRemotes(root)).toThrow(`${root} has no remote: a package named mf-* with a canje.tab block`)
  await add('mf-premios', { canje: { tab } })
  await add('mf-unfinished', {})
  expect(requireProjects(root).map(({ name }) => name)).toEqual(['mf-premios'])
  await add('shell', {})
  await writeFile(join(root, 'shell/rspack.config.ts'), '')
  expect(requireProjects(root).map(({ name }) => name)).toEqual(['shell', 'mf-premios'])
})

it('finds the remote that is a repository of its own', async () => {
  await add('.', { name: 'mf-premios', canje: { tab } })
  expect(namesOf(root)).toEqual(['mf-premios'])
})

it('finds remotes in a folder of tabs, beside packages without a name', async () => {
  await mkdir(join(root, 'docs'))
  await writeFile(join(root, 'package.json'), '{ "private": true, "workspaces": ["tabs/*"] }')
  await writeFile(join(root, 'docs/package.json'), '{}')
  await add('tabs/mf-premios', { name: 'mf-premios', canje: { tab } })
  expect(namesOf(root)).toEqual(['mf-premios'])
  expect(repositoryOf(join(root, 'tabs/mf-premios'))).toBe(root)
})

it('ignores workspaces that do not list the folder', async () => {
  await add('.', { name: 'office', workspaces: ['apps/*'] })
  await add('mf-premios', { canje: { tab } })
  expect(repositoryOf(join(root, 'mf-premios'))).toBe(join(root, 'mf-premios'))
})

it.each([
  ['that is cut', '{"name":"mf-premios"', /^.*package\.json cannot be read: .*JSON.*$/],
  ['without a version', '{"name":"mf-premios"}', /^.*package\.json: version: .*$/],
  [
    'with a port as text',
    '{"name":"a","version":"1.0.0","canje":{"port":"3000"}}',
    /^.*package\.json: canje\.port: .*$/,
  ],
  ['with a list of slots', '{"name":"a","version":"1.0.0","canje":{"extensions":["a"]}}', /^.*canje\.extensions.*$/],
  ['with no schema', '{"name":"a","version":"1.0.0","canje":{"settings":"a"}}', /^.*canje\.settings: must be such as/],
  ['that is a list', '[]', /^.*package\.json: .*"name".*$/],
])('refuses a package.json %s in one line', async (_what, text, message) => {
  await writeFile(join(root, 'package.json'), text)
  const refusal = { name: 'CommandError', message: expect.stringMatching(message) }
  expect(() => readPackage(root)).toThrow(expect.objectContaining(refusal))
})

it('refuses a package.json that is cut wherever it looks for remotes and for the root', async () => {
  await add('mf-premios', { canje: { tab } })
  await writeFile(join(root, 'package.json'), '{')
  expect(() => findRemotes(root)).toThrow('cannot be read')
  expect(() => repositoryOf(join(root, 'mf-premios'))).toThrow('cannot be read')
})

it('finds the root of workspaces from any folder in it', async () => {
  await add('.', { name: 'office', workspaces: ['*'] })
  await add('mf-premios', { canje: { tab } })
  await mkdir(join(root, 'mf-premios/src'))
  expect(repositoryOf(join(root, 'mf-premios/src'))).toBe(root)
  expect(repositoryOf(root)).toBe(root)
})

it('proposes the settings of development, with grants for the origins of their URLs', async () => {
  const connect = ['https://maps.test']
  await add('mf-premios', { canje: { tab, connect, settings: './config/settings.schema.json' } })
  const folder = join(root, 'mf-premios')
  expect(proposedListing(readPackage(folder), [])).toMatchObject({ connect, settings: {} })
  await mkdir(join(folder, 'config'))
  const settings = { api: 'https://prizes.test/v1', old: 'http://prizes.test', text: 'see https://a.test' }
  await writeFile(join(folder, 'config/settings.json'), JSON.stringify(settings))
  expect(proposedListing(readPackage(folder), [])).toMatchObject({
    connect: ['https://maps.test', 'https://prizes.test'],
    settings,
  })
  const write = (json: string) => writeFile(join(folder, 'config/settings.json'), json)
  await write(JSON.stringify({ text: 'ñ'.repeat(8000) }))
  expect(proposedListing(readPackage(folder), [])).toMatchObject({ settings: 'settings/mf-premios.json' })
  await requireSettings([readPackage(folder)])
  await write('{')
  expect(() => readPackage(folder)).toThrow(/^.*settings\.json cannot be read: [^\n]*$/)
  const refused = { '{"text":"TEXT"}': 'has 17011 bytes: ', '{"__proto__":1}': 'no value may be named __proto__.' }
  for (const [json, reason] of Object.entries(refused)) {
    await write(json.replace('TEXT', 'a'.repeat(17_000)))
    const message = expect.stringMatching(`^mf-premios has an unusable settings\\.json\\. .*mf-premios.*: ${reason}`)
    await expect(requireSettings([readPackage(folder)])).rejects.toMatchObject({ name: 'CommandError', message })
  }
})
