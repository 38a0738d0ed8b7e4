import { describe, expect, it } from 'vitest'
import { allRows } from './query'
import { ROW_STORES } from './testing/row-stores'

describe.each(ROW_STORES)('groups of rows %s', (_name, store) => {
  const request = { query: allRows, unit: 'value', measures: [] } as const

  it('are in the order of their numbers of rows, then as a table orders their texts', async () => {
    const rows = ['b', 'ñ', '', 'Ángel 10', '30', 'ángel 9', 'b', '4', 'n'].map((name) => ({ name }))
    const { groups, unplaced } = await (await store(['name'], rows)).groups({ ...request, by: { field: 'name' } })
    expect(groups.map(({ text }) => text)).toEqual(['b', '4', '30', 'ángel 9', 'Ángel 10', 'n', 'ñ'])
    expect(unplaced?.count).toBe(1)
  })

  it('of months are in the order of time', async () => {
    const rows = ['2025-11-02', '2025-09-01', '2025-11-01', '2024-12-31'].map((date) => ({ date }))
    const { groups } = await (await store(['date'], rows)).groups({ ...request, by: { field: 'date' }, unit: 'month' })
    expect(groups.map(({ text, count }) => [text, count])).toEqual([
      ['2024-12', 1],
      ['2025-09', 1],
      ['2025-11', 2],
    ])
  })

  it('tell a person without an id from one whose id is the same text, and one without a name from nobody', async () => {
    const rows = [
      { id: 'Ana', name: 'Eva' },
      { id: null, name: 'Ana' },
      { id: null, name: '' },
      { id: 1, name: '' },
    ]
    const stored = await store(['id', 'name'], rows)
    const key = { field: 'id', textKey: 'name' }
    const { groups, unplaced } = await stored.groups({ ...request, key, by: { field: 'name' } })
    expect(groups.map((group) => group.key)).toEqual([':"Ana"', '"Ana"', '1'])
    expect(unplaced?.count).toBe(1)
  })

  it('count a person once in each of them, and once in all', async () => {
    const places = ['Norte', 'Sur', 'Sur', 'Norte', 'Norte', 'Este']
    const rows = places.flatMap((place) => [1, 2, 3].map((id) => ({ id, place })))
    const measures = [{ field: 'id', once: { key: { field: 'id' } } }]
    const stored = await store(['id', 'place'], rows)
    const { groups, total } = await stored.groups({ ...request, measures, by: { field: 'place' } })
    expect([...groups, total].map((group) => [group?.text, group?.count, group?.figures[0]?.total])).toEqual([
      ['Norte', 9, 3],
      ['Sur', 6, 3],
      ['Este', 3, 3],
      ['', 18, 3],
    ])
  })
})
