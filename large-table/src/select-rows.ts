import { calendarDay, dayRange } from './calendar-day'
import { displayCell, displayedText } from './cell-display'
import { FrequentValues } from './facets'
import { numberOfCell } from './numeric-text'
import type { AnyRow } from './parse-rows'
import type { Condition, Query } from './query'
import { RowMatcher } from './row-matcher'
import type { Facet, FacetColumn, Summary, SummaryRequest } from './row-store'

/** The rows that a query selects, in the server's order. */
export interface SelectedRows<R> {
  /** The rows that match its search and its conditions. */
  rows: readonly R[]
  /** The rows that match its search alone. */
  found: readonly R[]
  linesNotFound: number
}

/**
 * Selects rows.
 *
 * @param searchTexts the searchable texts of the rows; called if there is a search
 */
export function selectRows<R extends AnyRow>(
  rows: readonly R[],
  { search, conditions }: Query,
  searchTexts: () => readonly string[],
): SelectedRows<R> {
  const matcher = new RowMatcher(search)
  const texts = matcher.isBlank ? [] : searchTexts()
  const found = matcher.isBlank ? rows : rows.filter((_, index) => matcher.matches(texts[index] ?? ''))
  return { rows: filterRows(found, conditions), found, linesNotFound: matcher.linesNotFound }
}

/** Computes the figures of selected rows. */
export function summarize<R extends AnyRow>(
  { rows, found, linesNotFound }: SelectedRows<R>,
  { query, sum, facets }: SummaryRequest,
): Summary {
  return {
    count: rows.length,
    found: found.length,
    linesNotFound,
    sum: sum && rows.reduce((total, row) => total + (numberOfCell(displayCell(row, sum).value) ?? 0), 0),
    facets: facets.map((column) => {
      const others = query.conditions.filter((condition) => condition.column.field !== column.field)
      return countValues(filterRows(found, others), column)
    }),
  }
}

function countValues(rows: readonly AnyRow[], column: FacetColumn): Facet {
  const counts = new Map<string, number>()
  for (const row of rows) {
    const text = displayedText(row, column)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const values = new FrequentValues()
  for (const [text, count] of counts) values.add(text, count)
  const requested = (column.texts ?? []).map((text) => ({ text, count: counts.get(text) ?? 0 }))
  return values.facet(requested, rows.length)
}

/** Returns the rows that meet all conditions. */
export function filterRows<R extends AnyRow>(rows: readonly R[], conditions: readonly Condition[]): readonly R[] {
  return conditions.map(toTest).reduce((left, isMet) => left.filter(isMet), rows)
}

function toTest(condition: Condition): (row: AnyRow) => boolean {
  const { column } = condition
  if ('is' in condition) return (row) => displayedText(row, column) === condition.is
  if ('isNot' in condition) return (row) => displayedText(row, column) !== condition.isNot
  const { from, to } = dayRange(condition)
  return (row) => {
    const day = calendarDay(displayedText(row, column))
    return day !== undefined && day >= from && day <= to
  }
}
