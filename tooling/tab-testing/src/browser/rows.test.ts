import { expect, it } from 'vitest'
import { type Row, rowsLike, variantsOf } from './rows'

const real = [
  { id: 'f3a1-0b', code: 'AB-1', mail: 'a@b.co', state: 'activo', created: '2026-11-20T10:00:00Z', name: 'Eva' },
  { id: 'f3a1-0c', code: 'AB-2', mail: 'c@d.co', state: 'activo', created: '2026-11-21T10:00:00Z', name: 'Eva' },
]
const valuesOf = (rows: readonly Row[], key: string) => new Set(rows.map((row) => row[key]))

it.each([
  ['texts', 'id', real, 11],
  ['further texts', 'mail', real, 11],
  ['names', 'name', real, 11],
  ['names of codes', 'name', [{ name: 'AB12' }], 11],
  ['numbers', 'points', [{ points: 2.5 }], 11],
  ['numbers that a double rounds', 'id', [{ id: 2 ** 60 }], 11],
  ['states', 'state', real, 1],
  ['dates', 'created', real, 1],
  ['empty texts', 'mail', [{ mail: '' }], 1],
])('gives rows %s of their own, or those of the example', (_name, key, rows, count) => {
  expect(valuesOf(rowsLike(rows, 11, 'Ana'), key).size).toBe(count)
})

it.each([
  ['texts', real],
  ['numbers', [{ id: 7 }]],
])('gives rows ids of their own in all variants: %s', (_name, rows) => {
  for (const made of Object.values(variantsOf(rows, 'Ana'))) expect(valuesOf(made, 'id').size).toBe(made.length)
})

it('leaves dates as they are in a thousand rows', () => {
  const rows = variantsOf(real, 'Ana')['a thousand values of each column'] ?? []
  expect(rows).toHaveLength(1_001)
  expect([...valuesOf(rows, 'created')]).toEqual(['2026-11-21T10:00:00Z'])
})
