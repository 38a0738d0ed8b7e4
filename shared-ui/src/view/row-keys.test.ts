import { expect, it } from 'vitest'
import { fieldColumns } from '../rows/columns'
import { formatRowKeys, parseRowKeys, rowKeysLabel, rowsNotFound } from './row-keys'

it('writes and reads the keys of rows, and names the first ones', () => {
  const keys = ['301', '"a, b"', ':"A"', '304']
  expect(parseRowKeys(formatRowKeys(keys))).toEqual(keys)
  expect(rowKeysLabel(formatRowKeys(keys.slice(0, 3)))).toBe('301, a, b, A')
  expect(rowKeysLabel(formatRowKeys(keys))).toBe('301, a, b, A y 1 más')
  expect(rowKeysLabel(formatRowKeys(Array.from({ length: 1103 }, (_, index) => String(index))))).toBe(
    '0, 1, 2 y 1.100 más',
  )
})

it.each([
  ['one', { filters: { id: '1\n2\n3' } }, 2, 1],
  ['all', { filters: { id: '1\n2\n3' } }, 0, 3],
  ['none', { filters: { id: '1\n2' } }, 2, 0],
  ['none where several rows have an id', { filters: { id: '1' } }, 3, 0],
  ['none without the filter', { filters: {} }, 3, 0],
  ['none of another filter', { filters: { name: 'A' } }, 0, 0],
  ['none under a search', { filters: { id: '1\n2' }, search: 'a' }, 0, 0],
  ['none under one more filter', { filters: { id: '1\n2', name: 'A' } }, 0, 0],
  ['none under the filter of the server', { filters: { id: '1\n2' }, serverFilter: '300' }, 0, 0],
])('counts the named rows that are gone: %s', (_case, view, found, gone) => {
  const columns = fieldColumns<'id' | 'name'>({ id: { header: 'Id', filter: 'rows' }, name: 'Nombre' })
  expect(rowsNotFound(columns, { search: '', serverFilter: undefined, ...view }, found)).toBe(gone)
})
