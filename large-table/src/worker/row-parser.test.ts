import { expect, it, vi } from 'vitest'
import { parsedRows, parseText, receivedRows } from '../testing/random-rows'

const FIELDS = ['id', 'name', 'date'] as const

/** The rows that the page itself would parse. */
function rowsOf(list: unknown) {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  return receivedRows(FIELDS, list)
}

const hostile = [
  { id: 1, name: 'Ñandú "veloz" \\ /', date: 'uno\ndos\t\u0000' },
  { date: '\u{1F600} 你好', name: '', id: -12.5, 'otro "campo"': [1, { id: 2 }, '}]'] },
  { id: 1e21, name: 1e-7, date: -0.5 },
  { id: 123456789012345680000, name: 0, date: 100 },
  { id: true, name: false, date: null },
  { id: { data: [1] }, name: ['x'], date: { '}': '{' } },
  {},
  { id: 7, name: '\u2028\uFEFF', other: 'x', otherNumber: -3, otherNull: null },
]

it.each(['{ data }', '{ data: { data } }'])('parses the envelope %s, split at any byte', (envelope) => {
  const body = envelope === '{ data }' ? { data: hostile } : { data: { data: hostile } }
  const text = JSON.stringify({ status: [200, 'data'], ...body, 'a "key"': { data: {} } }, null, 1)
  for (let size = 1; size < 40; size++) expect(parsedRows(parseText(FIELDS, text, size))).toEqual(rowsOf(hostile))
  expect(parsedRows(parseText(FIELDS, text))).toEqual(rowsOf(hostile))
})

it('ignores a byte order mark', () => {
  for (let size = 1; size < 20; size++) {
    expect(parsedRows(parseText(['id'], '\uFEFF{"data":[{"id":1}]}', size))).toEqual([{ id: 1 }])
  }
})

it('parses escapes and non-canonical numbers', () => {
  const text =
    '{"data":[{"id":1.50,"n\\u0061me":"\\u00d1\\ud83d\\ude00\\/","date":1E3},{"id":-0,"name":0.0,"date":1e400}]}'
  const rows = [
    { id: 1.5, name: 'Ñ😀/', date: 1000 },
    { id: 0, name: 0, date: 10n ** 400n },
  ]
  for (let size = 1; size < 20; size++) expect(parsedRows(parseText(FIELDS, text, size))).toEqual(rows)
})

it('uses the last value of a repeated field', () => {
  expect(parsedRows(parseText(['id'], '{"data":[{"id":1,"id":"two"},{"id":1,"id":null}]}'))).toEqual([
    { id: 'two' },
    { id: null },
  ])
})

it('parses an empty list', () => {
  expect(parsedRows(parseText(FIELDS, '{"data":{"data": [ ] }}'))).toEqual([])
})

it.each([
  '',
  '[]',
  '{}',
  '{"other":[{"id":1}]}',
  '{"data":null}',
  '{"data":{}}',
  '{"data":{"data":null}}',
  '{"data":{"data":{"data":[]}}}',
  '{"data":[{"id":1}]',
  '{"data":[{"id":1}',
  '{"data":[{"id":1}]}x',
  '{"data":[{"id":1}],"data":null}',
  '{"data":[{"id":1},]}',
  '{"data":[,{"id":1}]}',
  '{"data":[{"id":1}{"id":2}]}',
  '{"data":[{"id":1,}]}',
  '{"data":[{"id" 1}]}',
  '{"data":[{id:1}]}',
  '{"data":[{"id":01}]}',
  '{"data":[{"id":1.}]}',
  '{"data":[{"id":-}]}',
  '{"data":[{"id":tru}]}',
  '{"data":[{"id":nul}]}',
  '{"data":[{"id":"a\nb"}]}',
  '{"data":[{"id":"a\\x"}]}',
  '{"data":[{"id":{"a":}}]}',
  '{"data":[{"id":[1,2}]}',
  '{"data":[{"id":1}\u0000]}',
  '<!doctype html><title>Bienvenido</title>',
])('rejects %j, split at any byte', (text) => {
  for (const size of [1, 2, 3, 7, Infinity]) expect(() => parseText(FIELDS, text, size)).toThrow()
})
