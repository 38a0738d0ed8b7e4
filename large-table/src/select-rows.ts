import { calendarDay, dayRange } from './calendar-day'
import { type DisplayedField, displayCell, displayedText } from './cell-display'
import { ExactSum, type Sum } from './exact-sum'
import { FrequentValues, isPreferred } from './facets'
import type { AnyRow } from './parse-rows'
import type { Condition, Query } from './query'
import { rowKey } from './row-key'
import { RowMatcher } from './row-matcher'
import type { Facet, FacetColumn, Summary, SummaryRequest, ValuesRequest } from './row-store'
import { sameText } from './same-text'
import { searchableText } from './search-text'

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
  selected: SelectedRows<R>,
  { query, sum, facets }: SummaryRequest,
): Omit<Summary, 'isGarbled'> {
  const { rows, found, linesNotFound } = selected
  return {
    count: rows.length,
    found: found.length,
    linesNotFound,
    sum: sum && sumCells(rows, sum),
    facets: facets.map((column) => countValues(selected, { query, column, search: '' })),
  }
}

function sumCells(rows: readonly AnyRow[], column: DisplayedField): Sum {
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
  const rows = filterRows(found, others)
  const matcher = new RowMatcher(search)
  const counts = new Map<string, number>()
  for (const row of rows) {
    const text = displayedText(row, column)
    counts.set(text, (counts.get(text) ?? 0) + 1)
  }
  const merged = mergeSame(counts)
  const values = new FrequentValues()
  let total = 0
  let distinct = 0
  for (const { text, count } of merged.values()) {
    if (!matcher.isBlank && !matcher.matches(searchableText(text))) continue
    values.add(text, count)
    total += count
    distinct++
  }
  const requested = (column.texts ?? []).map((text) => ({ text, count: merged.get(sameText(text))?.count ?? 0 }))
  return values.facet(requested, total, distinct)
}

/** Adds up the counts of texts that are the same (D48). */
function mergeSame(counts: ReadonlyMap<string, number>): Map<string, { text: string; count: number }> {
  const merged = new Map<string, { text: string; count: number; own: number }>()
  for (const [text, count] of counts) {
    const same = sameText(text)
    const known = merged.get(same)
    const isShown = !known || isPreferred({ text, count }, { text: known.text, count: known.own })
    const shown = isShown ? { text, own: count } : known
    merged.set(same, { ...shown, count: count + (known?.count ?? 0) })
  }
  return merged
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
