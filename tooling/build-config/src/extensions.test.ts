import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { chunkOf, extensionsIn } from './extensions'

let directory: string

beforeEach(async () => {
  directory = join(await mkdtemp(join(tmpdir(), 'canje-extensions-')), 'mf-users')
  await mkdir(join(directory, 'src'), { recursive: true })
  await writeFile(join(directory, 'src/Panel.tsx'), '')
  await writeFile(join(directory, '../Other.tsx'), '')
})
afterEach(() => rm(join(directory, '..'), { recursive: true }))

it('reads the source files by slot, and none without the block', () => {
  const file = './src/Panel.tsx'
  expect(extensionsIn(directory, { 'detalle:usuario': file })).toEqual([{ slot: 'detalle:usuario', file }])
  expect(extensionsIn(directory, undefined)).toEqual([])
})

it.each([
  ['a list', ['./src/Panel.tsx'], 'must have source files by slot'],
  ['null', null, 'must have source files by slot'],
  ['a slot in capitals', { Tab: './src/Panel.tsx' }, '"Tab" is no slot'],
  ['a slot that is a path', { '../a': './src/Panel.tsx' }, '"../a" is no slot'],
  ['a number', { detalle: 1 }, 'detalle must name a file of the project'],
  ['a package', { detalle: 'react' }, 'detalle must name a file of the project'],
  ['a file outside', { detalle: './../Other.tsx' }, 'detalle must name a file of the project'],
  ['a missing file', { detalle: './src/panel.tsx' }, 'detalle names ./src/panel.tsx, which does not exist'],
])('refuses %s', (_name, extensions, message) => {
  expect(() => extensionsIn(directory, extensions)).toThrow(message)
})

it('accepts a slot as the registry does', () => {
  expect(extensionsIn(directory, { 'detalle:punto-venta': './src/Panel.tsx' })).toHaveLength(1)
  expect(() => extensionsIn(directory, { 'detalle:punto-id': './src/Panel.tsx' })).toThrow('links cannot open')
})

it('gives every slot another chunk', () => {
  expect(new Set(['a:b', 'a-b', 'shared-ui', 'tab'].map(chunkOf)).size).toBe(4)
  expect(chunkOf('detalle:usuario')).toBe('slot.detalle.usuario')
})
