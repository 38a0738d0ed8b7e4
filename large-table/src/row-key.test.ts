import { expect, it } from 'vitest'
import type { Cell } from './parse-rows'
import { cellKey, keyText, rowKey } from './row-key'

const fields = { field: 'id', textKey: 'name' }
const CELLS: Cell[] = [1, '1', '"1"', true, 'true', 'null', 'a\nb', 'a\u2028b\u2029', ':"x"', 1e21, '', -2.5]

it('differs between cells of different kinds, and is read back as their text', () => {
  expect(new Set(CELLS.map(cellKey)).size).toBe(CELLS.length)
  for (const cell of CELLS) {
    expect(keyText(cellKey(cell))).toBe(String(cell))
    // Keys are joined by line breaks.
    expect(cellKey(cell)).not.toContain('\n')
  }
})

it('is that of the id, otherwise that of the text', () => {
  const rows = [
    { id: 1, name: 'A' },
    { id: '1', name: 'A' },
    { id: null, name: 'A' },
    { name: 'A' },
    { id: '', name: 5 },
  ]
  expect(rows.map((row) => rowKey(row, fields))).toEqual(['1', '"1"', ':"A"', ':"A"', ':"5"'])
  // A text id never equals the text of a row without one.
  expect(rowKey({ id: 'A' }, fields)).not.toBe(rowKey({ name: 'A' }, fields))
  expect([rowKey({ name: 'A' }, { field: 'id' }), keyText(':"A"')]).toEqual([':""', 'A'])
})

it.each(['', '"', '"a', ':"', 'x"y"', '12', 'null'])('leaves other texts alone: %s', (text) => {
  expect(keyText(text)).toBe(text)
})
