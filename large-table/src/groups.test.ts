import { expect, it } from 'vitest'
import { allRows } from './query'
import { ROW_STORES } from './testing/row-stores'

it.each(ROW_STORES)(
  'orders groups by their numbers of rows, then as a table orders their texts, %s',
  async (_name, store) => {
    const rows = ['b', 'ñ', '', 'Ángel 10', '30', 'ángel 9', 'b', '4', 'n'].map((name) => ({ name }))
    const stored = await store(['name'], rows)
    const { groups, unplaced } = await stored.groups({
      query: allRows,
      by: { field: 'name' },
      unit: 'value',
      counts: [],
      sums: [],
    })
    expect(groups.map(({ text }) => text)).toEqual(['b', '4', '30', 'ángel 9', 'Ángel 10', 'n', 'ñ'])
    expect(unplaced?.count).toBe(1)
  },
)
