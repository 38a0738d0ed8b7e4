import { expect, it } from 'vitest'
import { formatDetail, parseDetail, subjectOf } from './detail-link'

it.each([
  ['codigo:A1', 'detalle:codigo', { name: 'A1' }],
  ['codigo-id:5', 'detalle:codigo', { id: 5 }],
  ['codigo-id:"5"', 'detalle:codigo', { id: '5' }],
  ['persona:Ana: la mayor', 'detalle:usuario', { name: 'Ana: la mayor' }],
  ['usuario:"12"', 'detalle:usuario', { id: '12' }],
  ['usuario:9007199254740993', 'detalle:usuario', { id: 9007199254740993n }],
  ['usuario:true', 'detalle:usuario', { id: true }],
  ['usuario:12:Ana: la mayor', 'detalle:usuario', { id: 12, name: 'Ana: la mayor' }],
  ['usuario:"a:\\"b":Ana', 'detalle:usuario', { id: 'a:"b', name: 'Ana' }],
  ['premio-id:7:Gorra', 'detalle:premio', { id: 7, name: 'Gorra' }],
] as const)('reads and writes %s', (text, slot, subject) => {
  expect(parseDetail(text)).toEqual({ slot, subject })
  expect(formatDetail(slot, subject)).toBe(text)
})

it.each([
  ['usuario:u7', 'u7'],
  ['usuario:007', '007'],
  ['usuario:1e3', '1e3'],
  ['usuario:"a', '"a'],
  ['codigo-id::""', ':""'],
])('reads the bare text of an id in %s', (text, id) => {
  expect(parseDetail(text)?.subject).toEqual({ id })
})

it.each([undefined, '', 'codigo', 'codigo:', ':1', 'Código:1', '../x:1'])('refuses %s', (text) => {
  expect(parseDetail(text)).toBeUndefined()
})

it('names a row by its id, and by its text without one', () => {
  expect([5, '5'].map((id) => subjectOf('id', id, 'A'))).toEqual([{ id: 5 }, { id: '5' }])
  expect([null, undefined, ''].map((id) => subjectOf('id', id, 'A'))).toEqual(Array(3).fill({ name: 'A' }))
  expect(subjectOf('both', 5, 'A')).toEqual({ id: 5, name: 'A' })
  expect(subjectOf('text', 5, 'A')).toEqual({ name: 'A' })
})
