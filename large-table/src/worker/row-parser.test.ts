import { describe, expect, it, vi } from 'vitest'
import { parseRows } from '../parse-rows'
import { keptRows, parseText, randomCell, randomNumbers } from '../testing/random-rows'

const FIELDS = ['id', 'name', 'date'] as const

/** What the page itself would make of the list. */
function rowsOf(list: unknown) {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  return parseRows(list, FIELDS, 'SelectCodes')
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

describe('RowParser', () => {
  it.each(['{ data }', '{ data: { data } }'])('reads the envelope %s, cut at any byte', (envelope) => {
    const body = envelope === '{ data }' ? { data: hostile } : { data: { data: hostile } }
    const text = JSON.stringify({ status: [200, 'data'], ...body, 'a "key"': { data: {} } }, null, 1)
    for (let size = 1; size < 40; size++) expect(keptRows(parseText(FIELDS, text, size))).toEqual(rowsOf(hostile))
    expect(keptRows(parseText(FIELDS, text))).toEqual(rowsOf(hostile))
  })

  it('reads a response with a byte order mark, as JSON of the page is read', () => {
    for (let size = 1; size < 20; size++) {
      expect(keptRows(parseText(['id'], '\uFEFF{"data":[{"id":1}]}', size))).toEqual([{ id: 1 }])
    }
  })

  it('reads escapes, and numbers as they are written elsewhere', () => {
    const text =
      '{"data":[{"id":1.50,"n\\u0061me":"\\u00d1\\ud83d\\ude00\\/","date":1E3},{"id":-0,"name":0.0,"date":1e400}]}'
    const rows = [
      { id: 1.5, name: 'Ñ😀/', date: 1000 },
      { id: 0, name: 0, date: Infinity },
    ]
    for (let size = 1; size < 20; size++) expect(keptRows(parseText(FIELDS, text, size))).toEqual(rows)
  })

  it('drops and counts what is no object', () => {
    const list = [null, { id: 1 }, 5, 'text', [{ id: 2 }], true, { id: 3 }]
    const parser = parseText(FIELDS, JSON.stringify({ data: list }), 3)
    expect(keptRows(parser).map(({ id }) => id)).toEqual([1, 3])
    expect(parser.dropped).toBe(5)
  })

  it('takes the last value of a field that comes twice', () => {
    expect(keptRows(parseText(['id'], '{"data":[{"id":1,"id":"two"},{"id":1,"id":null}]}'))).toEqual([
      { id: 'two' },
      { id: null },
    ])
  })

  it('reads no rows from an empty list', () => {
    expect(keptRows(parseText(FIELDS, '{"data":{"data": [ ] }}'))).toEqual([])
  })

  it('shows the rows read so far', () => {
    const text = JSON.stringify({ data: hostile })
    const parser = parseText(FIELDS, text)
    expect(parser.cells.rows([2, 0])).toEqual([rowsOf(hostile)[2], rowsOf(hostile)[0]])
  })

  it('keeps many rows of any cells', () => {
    const random = randomNumbers(1)
    const list = Array.from({ length: 30_000 }, () => ({
      id: randomCell(random),
      name: randomCell(random),
      date: randomCell(random),
    }))
    expect(keptRows(parseText(FIELDS, JSON.stringify({ data: list }), 10_007))).toEqual(rowsOf(list))
  })

  it.each([
    '',
    '[]',
    '[{"id":1}]',
    '"data"',
    '{}',
    '{"other":[{"id":1}]}',
    '{"data":null}',
    '{"data":"text"}',
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
    '{"data":[{"id":+1}]}',
    '{"data":[{"id":tru}]}',
    '{"data":[{"id":nul}]}',
    '{"data":[{"id":undefined}]}',
    '{"data":[{"id":"a\nb"}]}',
    '{"data":[{"id":"a\\x"}]}',
    '{"data":[{"id":{"a":}}]}',
    '{"data":[{"id":[1,2}]}',
    '{"data":[{"id":1}\u0000]}',
    '<!doctype html><title>Bienvenido</title>',
  ])('refuses %j, cut at any byte', (text) => {
    for (const size of [1, 2, 3, 7, Infinity]) expect(() => parseText(FIELDS, text, size)).toThrow()
  })
})
