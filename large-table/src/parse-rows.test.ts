import { afterEach, expect, it, vi } from 'vitest'
import { parseRows, RowsError } from './parse-rows'

const FIELDS = ['id', 'name'] as const

afterEach(() => {
  vi.restoreAllMocks()
})

it('keeps the requested fields of any primitive type', () => {
  const payload = [
    { id: 1, name: 'Ana', other: 'x' },
    { id: '2', name: true },
  ]
  expect(parseRows(payload, FIELDS, 'SelectUsers')).toEqual([
    { id: 1, name: 'Ana' },
    { id: '2', name: true },
  ])
})

it('returns null for a field that is missing or no primitive value', () => {
  const rows = [{}, { id: null }, { id: {}, name: ['Ana'] }]
  expect(parseRows(rows, FIELDS, 'SelectUsers')).toEqual(rows.map(() => ({ id: null, name: null })))
})

it('does not read inherited fields', () => {
  expect(parseRows([{}], ['constructor'], 'SelectUsers')).toEqual([{ constructor: null }])
})

it('drops rows that are not objects and reports them once', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  const payload = [null, { id: 1, name: 'Ana' }, 'Ana', 7, [{ id: 2 }]]
  expect(parseRows(payload, FIELDS, 'SelectUsers')).toEqual([{ id: 1, name: 'Ana' }])
  expect(warn.mock.calls).toEqual([['SelectUsers: dropped 4 of 5 rows that are not objects.']])
})

it.each([[null], [undefined], ['rows'], [{ length: 0 }], [7]])('rejects %j', (payload) => {
  expect(() => parseRows(payload, FIELDS, 'SelectUsers')).toThrow(RowsError)
})
