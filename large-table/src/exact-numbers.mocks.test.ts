import { describe, expect, it, vi } from 'vitest'
import { createRowStore } from './create-row-store'
import { allRows, type Query } from './query'
import { localWorker } from './testing/local-worker'

vi.mock('./worker/worker?bundled', () => ({ default: '' }))
vi.mock('./worker/start-worker', () => ({
  startWorker: () => localWorker().worker,
}))

const FIELDS = ['id', 'name', 'points'] as const
const columns = FIELDS.map((field) => ({ field, header: field }))
const { signal } = new AbortController()

const A = '9007199254740993'
const B = '9007199254740992'
const NINES = '9'.repeat(400)

/** A response longer than 512 KB goes through a worker. */
const SIZES = [
  ['a small response', ''],
  ['a large response', 'x'.repeat(600_000)],
] as const

describe.each(SIZES)('of %s', (_size, padding) => {
  /** Loads a list of rows, each from the JSON of its id and its points. */
  const load = (...rows: readonly (readonly [id: string, points?: string])[]) => {
    const list = rows.map(([id, points = 'null'], index) => `{ "id": ${id}, "name": "N${index}", "points": ${points} }`)
    const body = new Blob([`{ "data": [${list}], "padding": "${padding}" }`]).stream()
    return createRowStore({
      path: 'SelectCodes',
      fields: FIELDS,
      body: body.getReader(),
      signal,
      onArrival: () => undefined,
    })
  }
  type Rows = Awaited<ReturnType<typeof load>>
  /** The ids of a page with all rows: without a query, the first rows of a large response were parsed apart from it. */
  const idsOf = async (rows: Rows, query: Partial<Query> = {}) =>
    (await rows.page({ first: 0, size: rows.count, query: { ...allRows, columns, ...query } })).rows.map(({ id }) =>
      String(id),
    )
  const figuresOf = (rows: Rows) =>
    rows.summary({ query: allRows, sum: { field: 'points' }, facets: [{ field: 'id', texts: [A, B] }] })

  it('keeps the digits of integers in cells, search, conditions, facets and files', async () => {
    const rows = await load([A], [B], [`-${A}`], [NINES], ['9007199254740991'])
    expect(await idsOf(rows)).toEqual([A, B, `-${A}`, NINES, '9007199254740991'])
    expect(await idsOf(rows, { search: A })).toEqual([A, `-${A}`])
    expect(await idsOf(rows, { search: NINES })).toEqual([NINES])
    expect(await idsOf(rows, { conditions: [{ column: { field: 'id' }, is: B }] })).toEqual([B])
    expect((await rows.find({ column: { field: 'id' }, is: A, limit: 5 })).rows.map(({ name }) => name)).toEqual(['N0'])
    const { facets } = await figuresOf(rows)
    expect(facets[0]?.values.filter(({ text }) => text === A || text === B).map(({ count }) => count)).toEqual([1, 1])
    const file = await rows.csv({
      columns: [{ field: 'id', header: 'Id' }],
      query: allRows,
      signal,
      onProgress: () => undefined,
    })
    expect((await file.text()).replace('\uFEFF', '')).toBe(
      `Id\r\n${A}\r\n${B}\r\n-${A}\r\n${NINES}\r\n9007199254740991`,
    )
  })

  it('shows other numbers by their value, and leaves out numbers of endless length', async () => {
    const numbers = [
      '-0',
      '0.0',
      '1E2',
      '1.50',
      '1e-400',
      '9007199254740993.0',
      '9.007199254740993e15',
      '1e21',
      '1e99999',
      '-1e400',
    ]
    const rows = await load(...numbers.map((id) => [id] as const))
    const ids = await idsOf(rows)
    expect(ids).toEqual(['0', '0', '100', '1.5', '0', A, A, `1${'0'.repeat(21)}`, 'null', `-1${'0'.repeat(400)}`])
    const keys = ids.map((id) => (id === 'null' ? ':""' : id))
    expect((await rows.find({ column: { field: 'id' }, keys, limit: 0 })).count).toBe(ids.length)
  })

  it('has no negative zero', async () => {
    const rows = await load(['-0'])
    const { rows: shown } = await rows.page({ first: 0, size: 1, query: allRows })
    expect(Object.is(shown[0]?.id, 0)).toBe(true)
  })

  it.each<[string[], string, number?]>([
    [['1', '-3', '"4"', '" -5 "', '"007"', 'null', '""', '{}'], '4'],
    [[A, B, '1'], '18014398509481986'],
    [['9007199254740991', '9007199254740991', '-9007199254740991'], '9007199254740991'],
    [[`"${A}"`, `-${B}`], '1'],
    [['1e400', `-${NINES}`], '1'],
    [['0.1', '0.2', '1e-7'], '0.3000001'],
    [['0.5', '0.5'], '1'],
    [['-0.25', '0.75', '-1'], '-0.5'],
    [[A, '0.5'], `${A}.5`],
    [
      ['5', 'true', 'false', '"12.5"', '"1e3"', '"+5"', '"5 puntos"', '" "', '"1.234"', '"--1"', '"٣"', '"0x10"'],
      '5',
      11,
    ],
  ])('adds up %j to %s', async (points, total, notNumbers = 0) => {
    const rows = await load(...points.map((value, index) => [String(index), value] as const))
    const { sum } = await figuresOf(rows)
    expect({ ...sum, total: String(sum?.total) }).toEqual({ total, notNumbers })
    const { groups, total: all } = await rows.groups({
      query: allRows,
      by: { field: 'name', display: { fallback: { text: 'todas' } } },
      unit: 'value',
      measures: [{ field: 'points', isSum: true }],
    })
    expect(groups).toEqual([{ text: 'todas', count: points.length, figures: [sum] }])
    expect(all?.figures).toEqual([sum])
  })
})
