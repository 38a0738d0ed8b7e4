import { expect, it } from 'vitest'
import type { Cell } from './parse-rows'
import { allRows } from './query'
import { ROW_STORES } from './testing/row-stores'

const FIELDS = ['id', 'name', 'used']
const row = (id: Cell, name: string) => ({ id, name, used: 0 })
const free = { key: { field: 'id', textKey: 'name' }, where: { column: { field: 'used' }, is: '0' } }

it.each(ROW_STORES)(
  'counts the rows of each key, those without an id by their texts, %s',
  async (_store, storeRows) => {
    const before = [row(1, 'A'), row(null, 'A'), row(null, 'B'), row('', 'B')]
    const keys = await (await storeRows(FIELDS, before)).keys(free)
    const after = [row('1', 'A'), ...before.slice(1), row(null, 'A'), row(null, 'C')]
    expect(await (await storeRows(FIELDS, after)).compare(free, keys)).toEqual({
      ...{ added: 3, kept: 3, removed: 1 },
      addedRows: [row('1', 'A'), row(null, 'A'), row(null, 'C')],
    })
  },
)

it.each(ROW_STORES)('selects rows by their keys, %s', async (_store, storeRows) => {
  const rows = [row(1, 'A'), row('1', 'A'), row(null, '1'), row(null, 'A'), row(11, 'A')]
  const stored = await storeRows(FIELDS, rows)
  const select = async (keys: string[], textKey?: string, further?: string[]) => {
    const conditions = [{ column: { field: 'id' }, textKey, further, keys }]
    return (await stored.page({ first: 0, size: 10, query: { ...allRows, conditions } })).rows
  }
  expect(await select(['1'], 'name')).toEqual([rows[0]])
  expect(await select(['"1"', ':"A"'], 'name')).toEqual([rows[1], rows[3]])
  expect(await select(['11', ':"A"'])).toEqual([rows[4]])
  expect(await select(['"1"\n"A"', '11\n"B"'], 'name', ['name'])).toEqual([rows[1]])
})
