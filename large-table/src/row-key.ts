import { cellText } from './cell-display'
import type { AnyRow, Cell } from './parse-rows'

/** The fields that identify a row. */
export interface KeyFields {
  /** The field with the id. */
  field: string
  /** The field whose text identifies the rows without an id. */
  textKey?: string | undefined
}

/** Whether a cell identifies its row: it is neither empty nor an empty text. */
export function isId(cell: Cell | undefined): cell is Exclude<Cell, null> {
  return cell !== undefined && cell !== null && cell !== ''
}

/** Returns the text that identifies a cell among those of all kinds: `1` for a number, `"1"` for a text. */
export function cellKey(cell: Cell): string {
  return typeof cell === 'string' ? JSON.stringify(cell) : String(cell)
}

/** Returns the text that identifies a row: the key of its id; without an id, a colon and the key of its text. */
export function rowKey(row: AnyRow, { field, textKey = '' }: KeyFields): string {
  return keyOfCells(row[field] ?? null, () => row[textKey] ?? null)
}

/** As {@link rowKey}, of cells. @param readText reads the cell of `textKey` */
export function keyOfCells(id: Cell, readText: () => Cell): string {
  return isId(id) ? cellKey(id) : `:${cellKey(cellText(readText()))}`
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
