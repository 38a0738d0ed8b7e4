import { expect, it } from 'vitest'
import { groupRows } from './group-rows'

it('orders groups by their numbers of rows, then as a table orders their texts', () => {
  const rows = ['b', 'ñ', '', 'Ángel 10', '30', 'ángel 9', 'b', '4', 'n'].map((name) => ({ name }))
  const { groups, unplaced } = groupRows(rows, { by: { field: 'name' }, unit: 'value', sums: [] })
  expect(groups.map(({ text }) => text)).toEqual(['b', '4', '30', 'ángel 9', 'Ángel 10', 'n', 'ñ'])
  expect(unplaced?.count).toBe(1)
})
