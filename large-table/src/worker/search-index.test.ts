import { expect, it } from 'vitest'
import { parseText } from '../testing/random-rows'
import { SearchIndex } from './search-index'

it('writes displayed cells of several columns and rows that arrive later', () => {
  const rows = Array.from({ length: 9000 }, (_, index) => ({ id: index, used: index % 2 }))
  const { cells } = parseText(['id', 'used'], JSON.stringify({ data: rows }))
  const used = { field: 'used', display: { map: [[1, { text: 'SÍ' }]], fallback: { text: 'no' } } } as const
  const index = new SearchIndex(cells, [{ field: 'id' }, used])
  expect(index.block(0, 2).text).toBe('0\nno\n1\nsi\n')
  expect(index.block(0, 8192).text).toMatch(/8190\nno\n8191\nsi\n$/)
  expect(index.block(1, 1)).toEqual({ text: '8192\nno\n', ends: Uint32Array.of(8) })
  expect(index.block(1, 1)).toBe(index.block(1, 1))
})
