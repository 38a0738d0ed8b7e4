import type { Difference, Operation } from '@canje/reference-backend/openapi'
import { type Context, isRow, plain, type Row } from '../context'

/** Below it, all integers beyond 2^53 may be even by chance. */
const ROUNDED_AT_LEAST = 8
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** Checks the rows of a list against the document. @param text the body, for the spelling of numbers */
export function checkRows(context: Context, operation: Operation, rows: readonly unknown[], text: string): void {
  if (rows.length === 0) context.notes.add(`${operation.path} has no rows: their fields were not checked.`)
  else {
    const objects = rows.filter(isRow)
    context.rows.set(operation, objects)
    checkFields(context, operation, rows)
    checkKeys(context, operation, objects)
    checkNumbers(context, operation, objects, text)
  }
}

/** A field may be null or missing in some rows (D6, unknown fields), not in all. */
function checkFields(context: Context, operation: Operation, rows: readonly unknown[]): void {
  const byField = new Map<string | undefined, { difference: Difference; value: unknown; count: number }>()
  for (const value of rows) {
    for (const difference of operation.row?.differences(plain(value)) ?? []) {
      const { field } = difference
      const found = byField.get(field) ?? { difference, value: field && isRow(value) ? value[field] : value, count: 0 }
      byField.set(field, { ...found, count: found.count + 1 })
    }
  }
  for (const { difference, value, count } of byField.values()) {
    const { field, isMissing, expected, decision } = difference
    if (isMissing && count < rows.length) continue
    const where = `in ${count} of ${rows.length} rows`
    const message = isMissing ? `${field} is missing ${where}.` : `${field ?? 'a row'} is ${describe(value)} ${where}.`
    const fix = `Send ${expected || 'it, null for an empty cell'}.`
    context.report(operation, isMissing ? 'field-missing' : 'field-invalid', message, fix, decision)
  }
}

/** Shows no person: only dates, numbers and ids can be wrong as text. */
function describe(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40))
  return typeof value === 'object' && value !== null ? 'an object or array' : String(value)
}

function checkKeys(context: Context, operation: Operation, rows: readonly Row[]): void {
  const { key } = operation.payload
  if (key === undefined) return
  const seen = new Set<unknown>()
  const ids = rows.flatMap((row) => row[key] ?? [])
  const repeated = ids.find((id) => seen.has(id) || !seen.add(id))
  if (repeated === undefined) return
  const fix = `Send another ${key} in each row, with all its digits.`
  context.report(operation, 'id-repeated', `${key} ${repeated} is repeated.`, fix, 'D31')
}

/** Checks that integers beyond ±(2^53 − 1) were not rounded to doubles (D31, long integers). */
function checkNumbers(context: Context, operation: Operation, rows: readonly Row[], text: string): void {
  const isLarge = (token: string) => Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER
  const double = text.match(STRING_OR_NUMBER)?.find((token) => /^-?\d.*[.eE]/.test(token) && isLarge(token))
  const large = new Set(rows.flatMap(Object.values).filter((value) => typeof value === 'bigint'))
  const areEven = large.size >= ROUNDED_AT_LEAST && [...large].every((value) => BigInt(Number(value)) === value)
  if (double === undefined && !areEven) return
  const message = areEven ? 'all integers beyond 2^53 are even.' : `${double} is written as a double.`
  const fix = 'Send integers with all their digits: keep them in 64-bit or decimal types, also in JSON.'
  context.report(operation, 'number-rounded', message, fix, 'D31')
}
