import { expect, it } from 'vitest'
import type { AnyRow } from './parse-rows'
import { allRows } from './query'
import { sameText } from './same-text'
import { ROW_STORES } from './testing/row-stores'

/** Each list has the same text in several forms, and none of them is the same as one of another list. */
const SAME = [
  ['Bogota\u0301', 'Bogotá', ' Bogotá', 'Bogo\u200Btá'],
  ['Cali ', 'Cali', '\u202ACali\u202C', 'Cali\u00A0'],
  ['San  José', 'San Jose\u0301', 'San\tJosé', 'San\u2003José\u00A0'],
  ['', ' ', '\u200B', '\u2060\u00A0'],
  ['\u041A\u0456\u0438\u0306\u0432', '\u041A\u0456\u0439\u0432 '],
  ['bogotá'],
  ['Bogota'],
  ['SanJosé'],
]
const FIELDS = ['id', 'city', 'points']
const city = { field: 'city' }
const rows: AnyRow[] = SAME.flatMap((texts, group) =>
  texts.map((text, form) => ({ id: 10 * group + form, city: text, points: 1 })),
)
const idsOf = (group: number) => rows.map(({ id }) => id).filter((id) => Math.floor(Number(id) / 10) === group)

it.each(ROW_STORES)('selects, counts and groups rows by the same text %s', async (_name, store) => {
  const stored = await store(FIELDS, rows)
  const query = { ...allRows, columns: [city] }
  const found = async (condition: { is: string } | { isNot: string } | { among: string[] }) => {
    const conditions = [{ column: city, ...condition }]
    return (await stored.page({ first: 0, size: 100, query: { ...query, conditions } })).rows.map(({ id }) => id)
  }
  for (const [group, texts] of SAME.entries()) {
    for (const text of texts) {
      expect(await found({ is: text })).toEqual(idsOf(group))
      expect(await found({ among: [text, 'Bogota', 'none'] })).toEqual(
        rows.map(({ id }) => id).filter((id) => [...idsOf(group), ...idsOf(6)].includes(id)),
      )
      expect(await found({ isNot: text })).toEqual(rows.map(({ id }) => id).filter((id) => !idsOf(group).includes(id)))
      expect((await stored.find({ column: city, is: text, limit: 1 })).count).toBe(texts.length)
    }
  }

  const { values, distinct, total } = await stored.values({ query, column: city, search: '' })
  expect({ distinct, total }).toEqual({ distinct: SAME.length, total: rows.length })
  expect(values.map(({ count }) => count)).toEqual([4, 4, 4, 4, 2, 1, 1, 1])
  for (const { text, count } of values) {
    // A value is shown in one of the forms that rows have.
    expect(SAME.find((texts) => texts.includes(text))).toHaveLength(count)
  }
  const { groups, unplaced } = await stored.groups({
    query,
    by: city,
    unit: 'value',
    measures: [{ field: 'points', isSum: true }],
  })
  const blank = unplaced ? [unplaced] : []
  expect([...groups, ...blank].map(({ text, count, figures }) => [text, count, figures[0]?.total]).sort()).toEqual(
    SAME.map((texts) => [texts[0], texts.length, texts.length]).sort(),
  )
  expect(blank.map(({ text }) => sameText(text))).toEqual([''])
})

it.each(ROW_STORES)(
  'counts a requested text under each of its forms, and shows the most frequent one %s',
  async (_, store) => {
    const cities = ['Cali ', 'Cali', 'Cali', 'Bogota\u0301', 'Tunja']
    const stored = await store(
      ['city'],
      cities.map((text) => ({ city: text })),
    )
    const facetOf = async (texts: string[], search = '') => {
      const query = { ...allRows, columns: [city], search }
      return (await stored.summary({ query, sum: undefined, facets: [{ ...city, texts }] })).facets[0]?.values
    }
    const listed = [
      { text: 'Cali', count: 3 },
      { text: 'Bogota\u0301', count: 1 },
      { text: 'Tunja', count: 1 },
    ]
    expect(await facetOf([' Cali', 'Cali\u00A0', 'Bogotá', 'Pasto'])).toEqual([...listed, { text: 'Pasto', count: 0 }])
    // Requested once, although in two forms.
    expect(await facetOf([' Cali', 'Cali', 'Tunja'], 'bogota')).toEqual([
      { text: 'Bogota\u0301', count: 1 },
      { text: ' Cali', count: 0 },
      { text: 'Tunja', count: 0 },
    ])
  },
)

it.each(ROW_STORES)('tells the keys of rows apart by every character %s', async (_name, store) => {
  const stored = await store(
    ['id', 'name'],
    [{ id: null, name: 'Ana ' }, { id: null, name: 'Ana' }, { id: 'a' }, { id: 'a ' }],
  )
  const found = async (key: string) =>
    (await stored.find({ column: { field: 'id' }, textKey: 'name', keys: [key], limit: 9 })).count
  expect(await Promise.all([':"Ana"', ':"Ana "', '"a"', '"a "', ':" Ana"'].map(found))).toEqual([1, 1, 1, 1, 0])
})
