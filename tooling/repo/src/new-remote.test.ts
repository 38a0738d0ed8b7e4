import { mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { findRemotes, runNode } from '@canje/cli/project'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createRemote } from './new-remote'
import { copyRepository } from './testing/repository-copy'

const BIOME = 'node_modules/@biomejs/biome/bin/biome'
const KINDS = ['table', 'form', 'chart']
let root: string

beforeAll(async () => {
  root = await copyRepository()
})
// The repository may already have these remotes.
beforeEach(async () => {
  for (const name of ['mf-premios', 'mf-sales', 'mf-regalos', ...KINDS.map((kind) => `mf-${kind}`)])
    await rm(join(root, name), { recursive: true, force: true })
})
afterEach(() => {
  vi.restoreAllMocks()
})
afterAll(() => rm(root, { recursive: true }))

it('creates remotes of every kind that pass the linter', async () => {
  vi.spyOn(console, 'log').mockReturnValue(undefined)
  for (const kind of KINDS) createRemote(`mf-${kind}`, kind, root, kind)
  const folders = KINDS.map((kind) => `mf-${kind}`)
  const lint = await runNode(join(root, BIOME), ['check', ...folders], { cwd: root })
  expect(lint.code, lint.output).toBe(0)
})

it('places the new tab last', () => {
  const last = Math.max(...findRemotes(root).map(({ tab }) => Number(Object(tab).order)))
  expect(createRemote('mf-premios', 'Premios', root)).toMatchObject({ id: 'premios', order: last + 1 })
  expect(createRemote('mf-sales', 'Puntos de Atención', root)).toMatchObject({
    id: 'puntos-de-atencion',
    order: last + 2,
  })
  expect(findRemotes(root).map(({ name }) => name)).toEqual(expect.arrayContaining(['mf-premios', 'mf-sales']))
})

it('refuses a label that looks like that of a tab with another id', async () => {
  const canje = { tab: { id: 'regalos', label: 'Prémios', order: 9 } }
  await mkdir(join(root, 'mf-regalos'))
  await writeFile(
    join(root, 'mf-regalos/package.json'),
    JSON.stringify({ name: 'mf-regalos', version: '1.0.0', canje }),
  )
  expect(() => createRemote('mf-premios', 'Premios', root)).toThrow(
    /^"premios" looks like the tab "regalos": choose another label\.$/,
  )
})

it.each([
  ['premios', 'Premios', /^"premios" is not a valid name of a remote: use one like mf-premios\.$/],
  ['mf-Premios', 'Premios', /is not a valid name of a remote/],
  ['mf-../shell', 'Premios', /is not a valid name of a remote/],
  ['mf-premios', '"Premios"', /^""Premios"" is not a valid label of a tab: use letters, digits and single spaces\.$/],
  ['mf-premios', ' ', /is not a valid label of a tab/],
  ['mf-codes', 'Premios', /^mf-codes already exists: choose another name\.$/],
  ['mf-premios', 'Codigos', /^"codigos" looks like the tab "codigos": choose another label\.$/],
  ['mf-premios', 'Cod1gos', /^"cod1gos" looks like the tab "codigos": choose another label\.$/],
  ['Codes', 'Códigos', /^"Codes" is not a valid name .*\n"codigos" looks like the tab "codigos"/],
])('refuses %s with the label %s and writes nothing', async (name, label, message) => {
  const before = await readdir(root)
  expect(() => createRemote(name, label, root)).toThrow(message)
  expect(await readdir(root)).toEqual(before)
})
