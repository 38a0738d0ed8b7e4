import type { AnyRow, Cell } from './parse-rows'

/** A text displayed instead of a value. */
interface DisplayedText {
  text: string
  /** Renders the text as a tag with this colour. */
  severity?: Severity
}

type Severity = 'success' | 'info' | 'warning' | 'danger'

/**
 * The display of a column's values, in the table, for sorting and in the CSV. Values without a text are displayed
 * unchanged. It is plain data, so that it can be posted to a worker.
 */
export interface CellDisplay {
  /** The texts of some values, compared with `===`. */
  map?: readonly (readonly [value: Cell, displayed: DisplayedText])[]
  /** The text of all other values. */
  fallback?: DisplayedText
}

/** A field of a row with its display. */
export interface DisplayedField {
  field: string
  display?: CellDisplay | undefined
}

/** A column of the CSV. */
export interface CsvColumn extends DisplayedField {
  header: string
}

/** A displayed cell. */
export interface DisplayedCell {
  /** The value for sorting and for the CSV; null is an empty cell. */
  value: Cell
  /** The colour of its tag. */
  severity?: Severity | undefined
}

/**
 * Returns the displayed cell of a row's field.
 *
 * @example displayCell({ used: 1 }, { field: 'used', display: { map: [[1, { text: 'redimido' }]] } }).value // redimido
 */
export function displayCell(row: AnyRow, { field, display }: DisplayedField): DisplayedCell {
  const value = row[field] ?? null
  const displayed = display?.map?.find(([mapped]) => mapped === value)?.[1] ?? display?.fallback
  return displayed ? { value: displayed.text, severity: displayed.severity } : { value }
}

/** Returns the text of a cell, for the table and the CSV. */
export function cellText(cell: Cell): string {
  return cell === null ? '' : String(cell)
}

/** Returns the displayed text of a row's field. */
export function displayedText(row: AnyRow, column: DisplayedField): string {
  return cellText(displayCell(row, column).value)
}
