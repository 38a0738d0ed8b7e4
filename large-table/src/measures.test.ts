import { describe, expect, it } from 'vitest'
import { allRows } from './query'
import type { Measure } from './row-store'
import { ROW_STORES } from './testing/row-stores'

const PERSON = { field: 'id', textKey: 'name' } as const
const SCORE = ['points', 'date', 'place'] as const
const FIELDS = ['id', 'name', 'code', 'codeDate', ...SCORE, 'given'] as const
const JUNE = { from: '2025-06-01', to: '2025-06-30' }

/** The number of persons, and the codes and points of some days. */
function measures(days: Measure['days']): Measure[] {
  const once = { ...PERSON, further: SCORE }
  const measure = (field: string, date: string): Measure => ({ field, ...(days && { dates: { field: date }, days }) })
  return [
    { field: 'id', once: { key: PERSON } },
    { ...measure('code', 'codeDate'), once: { key: { ...PERSON, further: ['code'] } } },
    { ...measure('points', 'date'), once: { key: once, beside: ['given'] }, isSum: true },
  ]
}

const ana = { id: 1, name: 'Ana' }
const code = { code: 'A', codeDate: '2025-06-15' }
const points = { points: 10, date: '2025-06-15', place: 'Norte' }

describe.each(ROW_STORES)('figures of rows %s', (_name, store) => {
  const group = async (rows: readonly object[], days: Measure['days']) =>
    (await store(FIELDS, rows as never)).groups({
      query: allRows,
      by: { field: 'id' },
      unit: 'value',
      measures: measures(days),
    })

  it.each<[what: string, rows: object[], figures: unknown[], days?: Measure['days']]>([
    ['a code in each row of a person', [1, 2].map((given) => ({ ...ana, ...code, given })), [1, 1, 0]],
    ['a code of two persons', [ana, { ...ana, id: 2 }].map((person) => ({ ...person, ...code })), [2, 2, 0]],
    [
      'persons with and without an id',
      [ana, { ...ana, id: 2 }, ...['Ana', 'Ana', 'Luis', ''].map((name) => ({ id: '', name }))],
      [4, 0, 0],
    ],
    ['a score with each of two referrals', [1, 2].map((given) => ({ ...ana, ...points, given })), [1, 0, 10]],
    ['equal scores in rows of their own', [1, 2].map(() => ({ ...ana, ...points })), [1, 0, 20]],
    ['scores of two places', ['Sur', ''].map((place) => ({ ...ana, ...points, place, given: 1 })), [1, 0, 20]],
    [
      'the first and the last second of the days, and those next to them',
      ['05-31 23:59:59', '06-01 00:00:00', '06-30 23:59:59', '07-01 00:00:00'].map((date, index) => ({
        ...ana,
        ...{ points: 10 ** index, date: `2025-${date}` },
      })),
      [1, 0, 110],
      JUNE,
    ],
    ['days without an end', [{ ...ana, ...points, date: '2999-01-01' }], [1, 0, 10], { ...JUNE, to: '' }],
    ['a code and its points of another month', [{ ...ana, ...code, ...points, date: '2025-05-01' }], [1, 1, 0], JUNE],
    ['points beyond the safe integers', [{ ...ana, points: 9007199254740993n }], [1, 0, 9007199254740993n]],
  ])('count things once, each by its own date: %s', async (_what, rows, figures, days) => {
    expect((await group(rows, days)).total?.figures.map(({ total }) => total)).toEqual(figures)
  })

  it('count rows without a date, or with a cell without its date, beside the days of others', async () => {
    const rows = [
      { ...ana, ...code, ...points, date: '2025-05-01' },
      { ...ana, ...code, code: 'B', codeDate: 'ayer', ...points },
      { id: 2, date: '2025-07-01' },
      { id: 3 },
    ]
    const { groups, undated, total } = await group(rows, JUNE)
    expect(groups.map(({ text, count }) => [text, count])).toEqual([['1', 2]])
    expect(total?.figures.map((figure) => figure.total)).toEqual([1, 1, 10])
    expect(undated).toBe(2)
  })
})
