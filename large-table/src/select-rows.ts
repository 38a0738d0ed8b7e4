import { stringifyJson } from '@canje/shared-auth/json'
import { calendarDay, dayRange } from './calendar-day'
import { type DisplayedField, displayCell, displayedText } from './cell-display'
import { ExactSum, type Sum } from './exact-sum'
import { ValueCounts } from './facets'
import type { LastResult } from './last-result'
import type { AnyRow } from './parse-rows'
import type { Condition, Query } from './query'
import { rowKey } from './row-key'
import { RowMatcher } from './row-matcher'
import type { Facet, FacetColumn, ValuesRequest } from './row-store'
import { sameText } from './same-text'
import { searchableText } from './search-text'

/** The rows that a query selects, in the server's order. */
export interface SelectedRows<R> {
  /** The rows that match its search and its conditions. */
  rows: readonly R[]
  /** The rows that match its search alone. */
  found: readonly R[]
  linesNotFound: readonly string[]
}

/** Selects rows. It keeps the searchable texts of the rows for the next letter of a search. */
export function selectRows<R extends AnyRow>(
  rows: readonly R[],
  { search, columns, conditions }: Query,
  kept: LastResult<readonly string[]>,
): SelectedRows<R> {
  const matcher = new RowMatcher(search)
  const searchTextOf = (row: R) => columns.map((column) => searchableText(displayedText(row, column))).join('\n')
  const texts = matcher.isBlank ? [] : kept.get(stringifyJson(columns), () => rows.map(searchTextOf))
  const found = matcher.isBlank ? rows : rows.filter((_, index) => matcher.matches(texts[index] ?? ''))
  return { rows: filterRows(found, conditions), found, linesNotFound: matcher.linesNotFound }
}

/** Adds up the cells of a column. */
export function sumCells(rows: readonly AnyRow[], column: DisplayedField): Sum {
  const total = new ExactSum()
  for (const row of rows) total.add(displayCell(row, column).value)
  return total.sum
}

/** Counts the values of a column in the rows that match the search and the conditions on other columns. */
export function countValues<R extends AnyRow>(
  { found }: SelectedRows<R>,
  { query, column, search }: ValuesRequest & { column: FacetColumn },
): Facet {
  const others = query.conditions.filter((condition) => condition.column.field !== column.field)
  const counts = new Map<string, number>()
  for (const row of filterRows(found, others)) {
    const text = displayedText(row, column)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const values = new ValueCounts()
  for (const [text, count] of counts) values.add(text, count)
  return values.facet(search, column.texts ?? [])
}

/** Returns the rows that meet all conditions. */
export function filterRows<R extends AnyRow>(rows: readonly R[], conditions: readonly Condition[]): readonly R[] {
  return conditions.map(toTest).reduce((left, isMet) => left.filter(isMet), rows)
}

function toTest(condition: Condition): (row: AnyRow) => boolean {
  const { column } = condition
  if ('is' in condition) return toTextTest(column, condition.is)
  if ('isNot' in condition) {
    const isText = toTextTest(column, condition.isNot)
    return (row) => !isText(row)
  }
  if ('among' in condition) {
    const texts = new Set(condition.among.map(sameText))
    return (row) => texts.has(sameText(displayedText(row, column)))
  }
  if ('keys' in condition) {
    const keys = new Set(condition.keys)
    const fields = { ...condition, field: column.field }
    return (row) => keys.has(rowKey(row, fields))
  }
  if ('hasDay' in condition) return (row) => calendarDay(displayedText(row, column)) === undefined
  const { from, to } = dayRange(condition)
  return (row) => {
    const day = calendarDay(displayedText(row, column))
    return day !== undefined && day >= from && day <= to
  }
}

function toTextTest(column: DisplayedField, text: string): (row: AnyRow) => boolean {
  const wanted = sameText(text)
  return (row) => sameText(displayedText(row, column)) === wanted
}
