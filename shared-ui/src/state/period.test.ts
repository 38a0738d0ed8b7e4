import { describe, expect, it } from 'vitest'
import { type GroupOptions, groupingOf } from './grouping'
import { filtersOfPeriod, groupingOfPeriod, periodOfView } from './period'

const COLUMNS = [
  { field: 'place', header: 'Lugar', filter: 'values' },
  { field: 'code', header: 'Codigo' },
  { field: 'codeDate', header: 'Redimido', filter: 'dates' },
  { field: 'points', header: 'Puntaje' },
  { field: 'date', header: 'Ganado', filter: 'dates' },
  { field: 'given', header: 'Puntaje Referido' },
  { field: 'givenDate', header: 'Referido', filter: 'dates' },
  { field: 'userDate', header: 'Registro', filter: 'dates' },
] as const

const ALL: GroupOptions<(typeof COLUMNS)[number]['field']> = {
  by: 'place',
  label: 'Lugar',
  figures: [
    { field: 'code', dates: 'codeDate', beside: ['given', 'givenDate'] },
    { field: 'points', isSum: true, dates: 'date', beside: ['given', 'givenDate'] },
    { field: 'given', isSum: true, dates: 'givenDate', beside: ['place', 'code', 'codeDate', 'points', 'date'] },
  ],
}
const grouping = groupingOf(COLUMNS, ALL)
const ofPoints = groupingOf(COLUMNS, { ...ALL, figures: ALL.figures?.slice(1, 2) ?? [] })
const JUNE = '2025-06-01..2025-06-30'
const JULY = '2025-07-01..2025-07-31'

/** The days of each figure, and what the view leaves out, for which filters. */
function read(filters: Record<string, string>, chosen?: string) {
  const ofView = periodOfView(filters, [grouping])
  const period = { ...ofView, days: chosen ?? ofView.days }
  const { grouping: shown, leftOut, causes } = groupingOfPeriod(grouping, filters, period)
  return {
    days: Object.fromEntries(shown.figures.map(({ field, days }) => [field, days ? `${days.from}..${days.to}` : ''])),
    leftOut: leftOut.map(({ field }) => field),
    causes,
  }
}

describe('the figures of a period', () => {
  it.each([
    [{}, undefined, ''],
    [{ codeDate: JUNE }, undefined, JUNE],
    [{ givenDate: JUNE, userDate: JULY }, undefined, JUNE],
    [{ codeDate: JUNE, date: JUNE }, undefined, JUNE],
    [{ codeDate: JUNE }, JULY, JULY],
    [{ codeDate: JUNE, date: JULY }, '', ''],
  ])('are those of the same days: %j, chosen %j', (filters, chosen, days) => {
    expect(read(filters, chosen)).toEqual({ days: { code: days, points: days, given: days }, leftOut: [], causes: [] })
  })

  it.each([
    [{ place: 'Norte' }, ['given'], ['place']],
    // Rows without a date: no days.
    [{ codeDate: '' }, ['code'], ['codeDate']],
    [{ given: '5' }, ['code', 'points'], ['given']],
    [{ userDate: JUNE }, [], []],
  ])('lack those that a filter of other things leaves out: %j', (filters, leftOut, causes) => {
    expect(read(filters)).toMatchObject({ leftOut, causes })
  })
})

describe('the filters of a pressed group', () => {
  const filters = { codeDate: JUNE, place: 'Norte' }

  it('are the period of its date in place of those that the view has of others', () => {
    expect(filtersOfPeriod(ofPoints, periodOfView(filters, [grouping]))).toEqual({ codeDate: undefined, date: JUNE })
    expect(filtersOfPeriod(ofPoints, { filters: { date: JUNE }, days: '' })).toEqual({ date: undefined })
    // The view has several periods.
    const own = { codeDate: JUNE, date: JULY }
    expect(filtersOfPeriod(ofPoints, { filters: own, days: undefined })).toEqual({ codeDate: undefined, date: JULY })
  })

  it('have no period where the figures have several dates', () => {
    // The view's would hide rows that another figure counts.
    expect(Object.entries(filtersOfPeriod(grouping, periodOfView(filters, [grouping])))).toEqual([
      ['codeDate', undefined],
    ])
  })
})
