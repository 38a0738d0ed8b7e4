import { cellText } from './cell-display'
import type { AnyRow, Cell } from './parse-rows'

/** The fields that identify a row. */
export interface KeyFields {
  /** The field with the id. */
  field: string
  /** The field whose text identifies the rows without an id. */
  textKey?: string | undefined
  /** Further fields, where several rows have one id. */
  further?: readonly string[] | undefined
}

/** The key of a row without an id and without a text. */
export const NO_KEY = ':""'

/** Whether a cell identifies its row: it is neither empty nor an empty text. */
export function isId(cell: Cell | undefined): cell is Exclude<Cell, null> {
  return cell !== undefined && cell !== null && cell !== ''
}

/** Returns the text that identifies a cell among those of all kinds: `1` for a number, `"1"` for a text. */
export function cellKey(cell: Cell): string {
  return typeof cell === 'string' ? JSON.stringify(cell) : String(cell)
}

/**
 * Returns the text that identifies a row: the key of its id; without an id, a colon and the key of its text. The keys of
 * `further` follow, a line each.
 */
export function rowKey(row: AnyRow, fields: KeyFields): string {
  return keyOfCells((field) => row[field] ?? null, fields)
}

/** As {@link rowKey}, of the cells of fields. */
export function keyOfCells(cellOf: (field: string) => Cell, { field, textKey = '', further = [] }: KeyFields): string {
  const id = cellOf(field)
  const key = isId(id) ? cellKey(id) : `:${cellKey(cellText(cellOf(textKey)))}`
  return further.reduce((start, one) => `${start}\n${cellKey(cellOf(one))}`, key)
}

/** Returns the text of the cell from which a key was made. Any other text is returned unchanged. */
export function keyText(key: string): string {
  const [, quoted] = /^:?(".*")$/s.exec(key) ?? []
  if (quoted === undefined) return key
  try {
    return String(JSON.parse(quoted))
  } catch {
    return key
  }
}
