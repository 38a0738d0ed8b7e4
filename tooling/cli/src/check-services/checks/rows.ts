import type { Difference, Operation } from '@canje/reference-backend/openapi'
import { type Context, isRow, plain, type Row } from '../context'
import { type Finding, finding } from '../findings'

/** Below it, all integers beyond 2^53 may be even by chance. */
const ROUNDED_AT_LEAST = 8
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/**
 * Checks the rows of a list against the document. A field may be null or missing in some rows (D6, unknown fields), not in all.
 *
 * @param text the body, for the spelling of numbers
 */
export function checkRows(context: Context, operation: Operation, rows: readonly unknown[], text: string): void {
  const { path, row } = operation
  if (rows.length === 0) context.notes.add(`${path} has no rows: their fields were not checked.`)
  if (!row || rows.length === 0) return
  context.rows.set(operation, rows.filter(isRow))
  const byField = new Map<string | undefined, { difference: Difference; value: unknown; count: number }>()
  for (const value of rows) {
    for (const difference of row.differences(plain(value))) {
      const { field } = difference
      const earlier = byField.get(field)
      const example = isRow(value) && field !== undefined ? value[field] : value
      byField.set(field, earlier ? { ...earlier, count: earlier.count + 1 } : { difference, value: example, count: 1 })
    }
  }
  for (const { difference, value, count } of byField.values()) {
    const { field, isMissing, expected, decision } = difference
    if (isMissing && count < rows.length) continue
    const where = `in ${count} of ${rows.length} rows`
    const message = isMissing ? `${field} is missing ${where}.` : `${field ?? 'a row'} is ${describe(value)} ${where}.`
    const fix = `Send ${expected || 'it, null for an empty cell'}.`
    context.report(finding(operation, isMissing ? 'field-missing' : 'field-invalid', message, fix, decision))
  }
  context.report(...repeatedKeys(operation, rows.filter(isRow)), ...roundedNumbers(operation, rows, text))
}

/** Shows no person: only dates, numbers and ids can be wrong as text. */
function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40))
  return typeof value === 'object' && value !== null ? 'an object or array' : String(value)
}

function repeatedKeys(operation: Operation, rows: readonly Row[]): Finding[] {
  const { key } = operation.payload
  if (key === undefined) return []
  const seen = new Set<unknown>()
  for (const { [key]: id } of rows) {
    if (seen.has(id)) {
      const message = `${key} ${id} is repeated.`
      return [
        finding(operation, 'id-repeated', message, `Send another ${key} in each row, with all its digits.`, 'D31'),
      ]
    }
    if (id !== undefined && id !== null) seen.add(id)
  }
  return []
}

/** Integers beyond ±(2^53 − 1) that the service has rounded to doubles (D31, long integers). */
function roundedNumbers(operation: Operation, rows: readonly unknown[], text: string): Finding[] {
  const fix = 'Send integers with all their digits: keep them in 64-bit or decimal types, also in JSON.'
  const report = (message: string) => [finding(operation, 'number-rounded', message, fix, 'D31')]
  const written = text.match(STRING_OR_NUMBER)?.find((token) => /^-?\d.*[.eE]/.test(token) && isLarge(Number(token)))
  if (written !== undefined) return report(`${written} is written as a double.`)
  const large = new Set(
    rows
      .filter(isRow)
      .flatMap(Object.values)
      .filter((value) => typeof value === 'bigint'),
  )
  const areDoubles = [...large].every((value) => BigInt(Number(value)) === value)
  return areDoubles && large.size >= ROUNDED_AT_LEAST ? report('all integers beyond 2^53 are even.') : []
}

function isLarge(value: number): boolean {
  return Math.abs(value) > Number.MAX_SAFE_INTEGER
}
