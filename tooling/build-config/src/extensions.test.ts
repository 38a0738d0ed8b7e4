import { expect, it } from 'vitest'
import { chunkOf, extensionsIn } from './extensions'

const FILE = './src/Panel.tsx'

it('reads the source files by slot, and none without the block', () => {
  expect(extensionsIn('/mf-users', { 'detalle:usuario': FILE })).toEqual([{ slot: 'detalle:usuario', file: FILE }])
  expect(extensionsIn('/mf-users', undefined)).toEqual([])
})

it.each([
  ['a list', [FILE], 'canje.extensions: must have source files by slot'],
  ['null', null, 'canje.extensions: '],
  ['a slot that is a path', { '../a': FILE }, 'canje.extensions.../a: '],
  ['a slot that links cannot open', { 'detalle:punto-id': FILE }, 'links cannot open'],
  ['a number', { detalle: 1 }, 'canje.extensions.detalle: '],
])('refuses %s', (_name, extensions, message) => {
  expect(() => extensionsIn('/mf-users', extensions)).toThrow(message)
})

it('gives every slot another chunk', () => {
  expect(new Set(['a:b', 'a-b', 'shared-ui', 'tab'].map(chunkOf)).size).toBe(4)
})
