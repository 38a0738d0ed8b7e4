/** One value of a row; a bigint is an integer beyond ±(2^53 − 1) (D31, long integers). */
export type Cell = string | number | bigint | boolean | null

/** A row with a cell for every listed field; null is an empty cell. */
export type Row<Field extends string> = Readonly<Record<Field, Cell>>

/** A row with any fields. */
export type AnyRow = Readonly<Record<string, Cell>>

/** The payload of a list is not an array. */
export class RowsError extends Error {
  constructor(payload: unknown) {
    super(`Expected an array of rows, got ${payload === null ? 'null' : `a value of type ${typeof payload}`}.`)
    this.name = 'RowsError'
  }
}

/**
 * Parses a list from the server (D6, unknown fields): unknown fields are ignored and missing ones are null. Rows that are not objects are
 * dropped, and reported once to the console.
 *
 * @param payload the unwrapped payload of the response
 * @param fields the fields to keep
 * @param path the request's path, for the message
 * @throws RowsError when the payload is not an array
 */
export function parseRows<Field extends string>(
  payload: unknown,
  fields: readonly Field[],
  path: string,
): Row<Field>[] {
  if (!Array.isArray(payload)) throw new RowsError(payload)
  const rows = readRows(payload, fields)
  const dropped = payload.length - rows.length
  if (dropped > 0) console.warn(`${path}: dropped ${dropped} of ${payload.length} rows that are not objects.`)
  return rows
}

/** As {@link parseRows}, for a part of a list and without reporting. */
export function readRows<Field extends string>(list: readonly unknown[], fields: readonly Field[]): Row<Field>[] {
  return list.filter(isRecord).map((record) => parseRow(record, fields))
}

function parseRow<Field extends string>(record: Record<string, unknown>, fields: readonly Field[]): Row<Field> {
  const row: Partial<Record<Field, Cell>> = {}
  for (const field of fields) row[field] = parseCell(Object.hasOwn(record, field) ? record[field] : null)
  return row as Row<Field>
}

/** Returns the cell of a parsed value (D6, unknown fields): an object or an array is empty. */
export function parseCell(value: unknown): Cell {
  // Turns -0 into 0.
  if (typeof value === 'number') return value + 0
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean' ? value : null
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
