import { describe, expect, it } from 'vitest'
import type { AnyRow } from './parse-rows'
import { allRows, type Condition, type Query } from './query'
import { ROW_STORES } from './testing/row-stores'

const FIELDS = ['id', 'name', 'phone', 'used', 'date', 'points']
const used = {
  field: 'used',
  display: { map: [[1, { text: 'redimido' }]], fallback: { text: 'sin redimir' } },
} as const
const columns = [...FIELDS.filter((field) => field !== 'used').map((field) => ({ field })), used]

const LONG = `${'x'.repeat(5000)}aguja${'y'.repeat(4995)}`
const rows: AnyRow[] = [
  { id: 1, name: 'José Niño', phone: '+57 300 123-4567', used: 1, date: '2025-10-22 10:42:00', points: 10 },
  { id: 2, name: 'JOSEFINA', phone: '300.123.4567', used: 0, date: '2025-10-23 00:00:00', points: '2.5' },
  { id: 3, name: 'Ana\u200BMar\u00EDa \u200Fש\u200E', phone: '3001234567', used: 1, date: '2025-11-22', points: null },
  { id: 4, name: 'Ana 😀 Peña', phone: null, used: 0, date: '2025-02-30', points: '1.000,5' },
  { id: 5, name: LONG, phone: '12-3', used: 0, date: null, points: -3 },
  { id: 6, name: '=cmd|.*', phone: '', used: null, date: 'ayer', points: 0.1 },
]

const total = (total: number, notNumbers = 0) => ({ total, notNumbers })

describe.each(ROW_STORES)('%s', (_name, store) => {
  const stored = store(FIELDS, rows)
  const idsOf = async (query: Partial<Query>) =>
    (await (await stored).page({ first: 0, size: 10, query: { ...allRows, columns, ...query } })).rows.map(
      ({ id }) => id,
    )
  const figuresOf = async (query: Partial<Query>) =>
    (await stored).summary({ query: { ...allRows, columns, ...query }, sum: { field: 'points' }, facets: [used] })

  it.each<[string, number[]]>([
    ['', [1, 2, 3, 4, 5, 6]],
    [' \n ', [1, 2, 3, 4, 5, 6]],
    ['jose', [1, 2]],
    ['NIÑO', [1]],
    ['nin\u0303o', [1]],
    ['3001234567', [1, 2, 3]],
    ['+57 300', [1, 2, 3]],
    ['0057 (300) 123-4567', [1, 2, 3]],
    ['57300', [1]],
    ['12-3', [1, 2, 3, 5]],
    ['1234567 jose', [1, 2]],
    ['redimido jose', [1]],
    ['sin redimir jose', [2]],
    ['jose ana', []],
    ['nino\nana', [1, 3, 4]],
    ['nino redimido\r\nana redimir', [1, 4]],
    ['a\u200Bna\u202E', [3, 4]],
    ['ש', [3]],
    ['😀', [4]],
    ['aguja', [5]],
    [LONG.toUpperCase(), [5]],
    ['.*', [6]],
    ['2025-10', [1, 2]],
    ['22 10', [1]],
    ['20251022', []],
  ])('searches %j', async (search, ids) => {
    expect(await idsOf({ search })).toEqual(ids)
  })

  it('searches only the given columns', async () => {
    expect(await idsOf({ search: '1', columns: [{ field: 'id' }] })).toEqual([1])
    expect(await idsOf({ search: '1', columns: [used] })).toEqual([])
    expect(await idsOf({ search: '1', columns: [] })).toEqual([])
  })

  it.each<[Condition, number[]]>([
    [{ column: used, is: 'redimido' }, [1, 3]],
    [{ column: { field: 'used' }, is: '1' }, [1, 3]],
    [{ column: { field: 'phone' }, is: '' }, [4, 6]],
    [{ column: used, isNot: 'redimido' }, [2, 4, 5, 6]],
    [{ column: { field: 'phone' }, isNot: '' }, [1, 2, 3, 5]],
    [{ column: { field: 'name' }, is: 'José' }, []],
    [{ column: { field: 'date' }, from: '2025-10-22', to: '2025-10-23' }, [1, 2]],
    [{ column: { field: 'date' }, from: '', to: '2025-10-22' }, [1]],
    [{ column: { field: 'date' }, from: '2025-10-23', to: '' }, [2, 3]],
    [{ column: { field: 'date' }, from: '', to: '' }, [1, 2, 3]],
    [{ column: { field: 'date' }, from: '99-99', to: '' }, []],
    [{ column: { field: 'points' }, from: '', to: '' }, []],
  ])('selects rows by %j', async (condition, ids) => {
    expect(await idsOf({ conditions: [condition] })).toEqual(ids)
  })

  it('requires the search and all conditions, in the order of the query', async () => {
    const query: Partial<Query> = {
      search: '300',
      conditions: [
        { column: used, is: 'redimido' },
        { column: { field: 'date' }, from: '2025-10-01', to: '2025-11-30' },
      ],
      sorting: { field: 'date', direction: -1 },
    }
    expect(await idsOf(query)).toEqual([3, 1])
  })

  it('returns the last page instead of one beyond the end', async () => {
    const pageAt = async (first: number, search: string) => {
      const page = await (await stored).page({ first, size: 2, query: { ...allRows, columns, search } })
      return { ...page, rows: page.rows.map(({ id }) => id) }
    }
    expect(await pageAt(4, '')).toEqual({ rows: [5, 6], first: 4, count: 6 })
    expect(await pageAt(1e9, '')).toEqual({ rows: [5, 6], first: 4, count: 6 })
    expect(await pageAt(4, '300')).toEqual({ rows: [3], first: 2, count: 3 })
    expect(await pageAt(4, 'nada')).toEqual({ rows: [], first: 0, count: 0 })
  })

  it('counts rows and lines, and adds up numbers', async () => {
    expect(await figuresOf({ search: '' })).toMatchObject({
      count: 6,
      found: 6,
      linesNotFound: [],
      sum: { total: 7.1, notNumbers: 2 },
    })
    expect(await figuresOf({ search: 'nada' })).toMatchObject({
      count: 0,
      found: 0,
      linesNotFound: [],
      sum: { total: 0, notNumbers: 0 },
    })
    const search = ' Nada\njose\n \naguja\nnada\njose ana\nnino'
    const conditions = [{ column: used, is: 'redimido' }]
    expect(await figuresOf({ search, conditions })).toMatchObject({
      count: 1,
      found: 3,
      linesNotFound: ['Nada', 'nada', 'jose ana'],
      sum: { total: 10 },
    })
  })

  it('counts the values of a column by the search and the conditions on other columns', async () => {
    const facetOf = async (query: Partial<Query>) =>
      (await figuresOf(query)).facets.map(({ values }) => values.map(({ text, count }) => `${text}: ${count}`))
    const redeemed: Condition = { column: used, is: 'redimido' }
    const empty: Condition = { column: { field: 'phone' }, is: '' }
    expect(await facetOf({})).toEqual([['sin redimir: 4', 'redimido: 2']])
    expect(await facetOf({ conditions: [redeemed] })).toEqual([['sin redimir: 4', 'redimido: 2']])
    for (const conditions of [
      [redeemed, empty],
      [empty, redeemed],
    ])
      expect(await facetOf({ conditions })).toEqual([['sin redimir: 2']])
    expect(await facetOf({ search: 'jose' })).toEqual([['redimido: 1', 'sin redimir: 1']])
  })

  it('groups the rows of a query by value and by month, with sums', async () => {
    const query = { ...allRows, columns, conditions: [{ column: { field: 'name' }, isNot: 'JOSEFINA' }] }
    const measures = [
      { field: 'points', isSum: true },
      { field: 'id', isSum: true },
    ]
    expect(await (await stored).groups({ query, by: used, unit: 'value', measures })).toEqual({
      groups: [
        { text: 'sin redimir', count: 3, figures: [total(-2.9, 1), total(15)] },
        { text: 'redimido', count: 2, figures: [total(10), total(4)] },
      ],
      undated: 0,
      total: { text: '', count: 5, figures: [total(7.1, 1), total(19)] },
    })
    expect(await (await stored).groups({ query, by: { field: 'date' }, unit: 'month', measures: [] })).toEqual({
      groups: [
        { text: '2025-10', count: 1, figures: [] },
        { text: '2025-11', count: 1, figures: [] },
      ],
      unplaced: { text: '', count: 3, figures: [] },
      undated: 0,
      total: { text: '', count: 5, figures: [] },
    })
  })

  it('groups by a key where rows have one, otherwise by text, and counts the rows with other cells', async () => {
    const persons = [
      { id: 7, name: 'Ana Ruiz', code: 'A', date: '2025-10-22' },
      { id: 8, name: 'Ana Ruiz', code: null, date: 'ayer' },
      { id: 7, name: 'Ana Ruiz Gil', code: 'B', date: null },
      { id: null, name: 'Ana Ruiz', code: null, date: null },
      { id: '', name: 'Ana Ruiz', code: 'C', date: '2025-10-01' },
      { id: 9007199254740993n, name: 'Eva', code: null, date: null },
      { id: '7', name: 'Ana Ruiz', code: null, date: null },
    ]
    const reports = await store(['id', 'name', 'code', 'date'], persons)
    const key = { field: 'id', textKey: 'name' }
    const name = { field: 'name' }
    const code = { field: 'code' }
    const date = { field: 'date' }
    const request = { query: allRows, unit: 'value', measures: [code, date] } as const
    const grouped = await reports.groups({ ...request, by: name, key })
    expect(grouped).toEqual({
      groups: [
        { text: 'Ana Ruiz', key: '7', count: 2, figures: [total(2), total(1)] },
        { text: 'Ana Ruiz', key: ':"Ana Ruiz"', count: 2, figures: [total(1), total(1)] },
        { text: 'Ana Ruiz', key: '8', count: 1, figures: [total(0), total(1)] },
        { text: 'Ana Ruiz', key: '"7"', count: 1, figures: [total(0), total(0)] },
        { text: 'Eva', key: '9007199254740993', count: 1, figures: [total(0), total(0)] },
      ],
      undated: 0,
      total: { text: '', key: undefined, count: 7, figures: [total(3), total(3)] },
    })
    for (const { key: one = '', count } of grouped.groups) {
      const found = await reports.find({ column: { field: 'id' }, textKey: 'name', keys: [one], limit: 1 })
      expect([one, found.count]).toEqual([one, count])
    }
    const query = { ...allRows, conditions: [{ column: date, hasDay: false as const }] }
    expect((await reports.page({ first: 0, size: 10, query })).rows.map((row) => row.id)).toEqual([
      8,
      7,
      null,
      9007199254740993n,
      '7',
    ])
    const months = await reports.groups({ query, by: date, unit: 'month', measures: [] })
    expect(months).toMatchObject({ groups: [], unplaced: { text: '', count: 5 }, total: { count: 5 } })
  })

  it('finds the first rows with a text, and counts all', async () => {
    const { rows: found, count } = await (await stored).find({ column: used, is: 'sin redimir', limit: 2 })
    expect(found.map(({ id }) => id)).toEqual([2, 4])
    expect(count).toBe(4)
    expect(await (await stored).find({ column: { field: 'name' }, is: 'josefina', limit: 2 })).toEqual({
      rows: [],
      count: 0,
    })
  })

  it('finds each of 1,200 pasted lines', async () => {
    const codes = Array.from({ length: 1200 }, (_, index) => ({ id: index, name: `C${index}X` }))
    const list = [...codes.map(({ name }) => name), 'C1200X', 'C1201X'].join('\n')
    const many = await store(['id', 'name'], [...codes, { id: -1, name: 'C1' }])
    const query = { ...allRows, columns: [{ field: 'name' }], search: list }
    const summary = await many.summary({ query, sum: undefined, facets: [{ field: 'name' }] })
    expect(summary).toMatchObject({ count: 1200, linesNotFound: ['C1200X', 'C1201X'], sum: undefined })
    expect(summary.facets[0]?.values).toHaveLength(200)
    expect(summary.facets[0]?.distinct).toBe(1200)
  })

  it('finds any of 1,200 values of a column by a search, with their counts', async () => {
    const persons = Array.from({ length: 1200 }, (_, index) => ({ id: index, name: `José Ñañez ${index}` }))
    const many = await store(['id', 'name'], [...persons, ...persons.slice(1100), { id: -1, name: null }])
    const conditions = [{ column: { field: 'id' }, isNot: '1150' }]
    const found = async (search: string, query: Partial<Query> = {}) =>
      many.values({ query: { ...allRows, columns: [{ field: 'name' }], ...query }, column: { field: 'name' }, search })
    expect(await found('')).toMatchObject({ distinct: 1201, total: 1301 })
    expect((await found('')).values).toHaveLength(200)
    // 115, 1115 and 1150 to 1159, the last eleven twice.
    expect(await found('nanez 115')).toMatchObject({ distinct: 12, total: 23 })
    expect(await found('NANEZ 1150', { search: 'jose' })).toEqual({
      values: [{ text: 'José Ñañez 1150', count: 2 }],
      total: 2,
      distinct: 1,
    })
    expect(await found('1150', { conditions })).toEqual({ values: [], total: 0, distinct: 0 })
    // The choice of a value does not hide the others.
    expect(await found('7', { conditions: [{ column: { field: 'name' }, is: 'José Ñañez 8' }] })).toMatchObject({
      distinct: persons.filter(({ name }) => name.includes('7')).length,
    })
    expect(await found('nadie')).toEqual({ values: [], total: 0, distinct: 0 })
  })
})
