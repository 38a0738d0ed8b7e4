import { expect, it } from 'vitest'
import { firstRows } from './first-rows'
import { encodeUtf8 } from './worker/utf8'

it.each([
  ['{"data":[{"id":1},{"id":2},{"i', [{ id: 1 }, { id: 2 }]],
  ['{"data":{"data":[{"id":1},{"id":2}', [{ id: 1 }, { id: 2 }]],
  ['\uFEFF{"data":[{"name":"Ñandú 😀"},', [{ name: 'Ñandú 😀' }]],
  ['{"data":[{"id":1},{"name":"a}b}', [{ id: 1 }]],
  ['{"data":[{"id":{"a":1}},{"id":{"a":2}', [{ id: { a: 1 } }]],
  ['{"data":[{"id":1', []],
  ['<!doctype html><style>p{}</style>', []],
  ['{"message":{"text":"no"}', []],
  ['', []],
])('parses the complete rows of %s', (beginning, rows) => {
  const bytes = encodeUtf8(beginning)
  expect(firstRows([bytes])).toEqual(rows)
  expect(firstRows(Array.from(bytes, (byte) => Uint8Array.of(byte)))).toEqual(rows)
})

it('parses only the beginning', () => {
  const rows = Array.from({ length: 10_000 }, (_, id) => ({ id, name: 'Persona' }))
  const first = firstRows([encodeUtf8(JSON.stringify({ data: rows }))])
  expect(first.length).toBeLessThan(1500)
  expect(first).toEqual(rows.slice(0, first.length))
  expect(first.length).toBeGreaterThan(500)
})
