import { allRows, MemoryRows } from '@canje/large-table'
import { expect, it } from 'vitest'
import { fieldColumns } from './columns'
import { identityOf, labelOf } from './row-identity'

const columns = fieldColumns<'id' | 'name'>({ id: 'Id', name: 'Nombre' })
const withTexts = fieldColumns<'id' | 'name'>({ id: { header: 'Id', filter: 'rows', textKey: 'name' }, name: 'Nombre' })
const row = (id: number | string | bigint | null, name: string | null = 'Ana') => ({ id, name })

it('tells rows apart by their ids, of any kind', () => {
  const { keyOf } = identityOf(columns)
  const ids = [1, '1', 2, 9007199254740993n, 9007199254740992n, 'a\nb']
  expect(new Set(ids.map((id) => keyOf(row(id)))).size).toBe(ids.length)
  expect(keyOf(row(1, 'Eva'))).toBe(keyOf(row(1)))
})

it.each([
  ['an empty id', columns, row(null)],
  ['an empty id and text', withTexts, row('', null)],
])('does not identify a row with %s', (_case, of, nobody) => {
  expect(identityOf(of).keyOf(nobody)).toBeUndefined()
})

it('identifies a row without an id by the text of its list', () => {
  const { keyOf, conditionOf } = identityOf(withTexts)
  expect(keyOf(row(null))).not.toBe(keyOf(row(null, 'Eva')))
  const keys = [row(null), row(7)].map((one) => keyOf(one) ?? '')
  expect(keys).toEqual([':"Ana"', '7'])
  expect(conditionOf(keys)).toEqual({ column: { field: 'id' }, textKey: 'name', further: [], keys })
})

it('tells rows of one id apart by further fields', () => {
  const { keyOf, conditionOf } = identityOf(columns, ['name'])
  expect(keyOf(row(1, 'a\nb'))).not.toBe(keyOf(row(1)))
  const found = new MemoryRows([row(1), row(1, 'Eva')]).page({
    first: 0,
    size: 10,
    query: { ...allRows, conditions: [conditionOf([keyOf(row(1)) ?? ''])] },
  })
  expect(found.rows).toEqual([row(1)])
})

it('names a row by the start of its card, otherwise by its first text', () => {
  const cards = fieldColumns<'id' | 'name' | 'code'>({
    id: 'Id',
    name: 'Nombre',
    code: { header: 'Codigo', card: 'top-start' },
  })
  expect(labelOf(cards, { id: 1, name: 'Ana', code: 'ABC' })).toBe('ABC')
  expect(labelOf(columns, row(1))).toBe('Ana')
  expect(labelOf(columns, row(1, null))).toBe('')
  expect(labelOf(fieldColumns<'id'>({ id: 'Id' }), { id: 1 })).toBe('1')
})
