import { mkdir, mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findRemotes } from '@canje/cli/project'
import { renderTemplate } from '@canje/create-tab'
import { beforeEach, expect, it } from 'vitest'
import { createRemote } from './new-remote'

let root: string

beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'canje-new-remote-'))
  await add('mf-codes', { id: 'codigos', label: 'Codigos', order: 2 })
  await add('mf-regalos', { id: 'regalos', label: 'Prémios', order: 9 })
  await add('mf-unlistable', { id: 'Ñame', label: 'Ñame', order: 30 })
})

async function add(name: string, tab: object) {
  await mkdir(join(root, name))
  await writeFile(join(root, name, 'package.json'), JSON.stringify({ name, version: '1.0.0', canje: { tab } }))
}

it('places the new tab last, with the files of its kind in this repository', async () => {
  const created = createRemote('mf-sales', 'Puntos de Atención', root, 'form')
  expect(created).toMatchObject({ id: 'puntos-de-atencion', order: 10, kind: 'form' })
  expect(findRemotes(root)).toContainEqual(expect.objectContaining({ name: 'mf-sales' }))
  for (const [path, text] of renderTemplate(created, 'repository'))
    expect(await readFile(join(root, 'mf-sales', path), 'utf8')).toBe(text)
})

it.each([
  ['mf-../shell', 'Ventas', /is not a valid name of a remote/],
  ['mf-ventas', '"Ventas"', /^""Ventas"" is not a valid label of a tab: use letters, digits and single spaces\.$/],
  ['mf-codes', 'Ventas', /^mf-codes already exists: choose another name\.$/],
  ['mf-ventas', 'Cod1gos', /^"cod1gos" looks like the tab "codigos": choose another label\.$/],
  ['mf-premios', 'Premios', /^"premios" looks like the tab "regalos": choose another label\.$/],
  ['Codes', 'Códigos', /^"Codes" is not a valid name .*\n"codigos" looks like the tab "codigos"/],
])('refuses %s with the label %s and writes nothing', async (name, label, message) => {
  expect(() => createRemote(name, label, root)).toThrow(message)
  expect((await readdir(root)).sort()).toEqual(['mf-codes', 'mf-regalos', 'mf-unlistable'])
})
