import type { AnyRow, Cell } from './parse-rows'

/** A text displayed in place of a value. */
export interface DisplayedText {
  text: string
  /** Draws the text as a tag of this colour. */
  severity?: Severity
}

type Severity = 'success' | 'info' | 'warning' | 'danger'

/**
 * How the values of a column are displayed: the table draws them so, orders by them and writes them to the CSV. Values
 * without a text are displayed as they are. Plain data, so that a worker gets it too.
 */
export interface CellDisplay {
  /** The texts of some values, compared with `===`. */
  map?: readonly (readonly [value: Cell, displayed: DisplayedText])[]
  /** The text of all other values. */
  fallback?: DisplayedText
}

/** A field of a row, and how it is displayed. */
export interface DisplayedField {
  field: string
  display?: CellDisplay | undefined
}

/** A column of the CSV. */
export interface CsvColumn extends DisplayedField {
  header: string
}

/** A cell as it is displayed. */
export interface DisplayedCell {
  /** The value that is ordered by and written to the CSV; null is an empty cell. */
  value: Cell
  /** The colour of the tag it is drawn as. */
  severity?: Severity | undefined
}

/**
 * Displays a field of a row.
 *
 * @example displayCell({ used: 1 }, { field: 'used', display: { map: [[1, { text: 'redimido' }]] } }).value // redimido
 */
export function displayCell(row: AnyRow, { field, display }: DisplayedField): DisplayedCell {
  const value = row[field] ?? null
  const displayed = display?.map?.find(([mapped]) => mapped === value)?.[1] ?? display?.fallback
  return displayed ? { value: displayed.text, severity: displayed.severity } : { value }
}

/** The text of a cell, on the screen and in the CSV. */
export function cellText(cell: Cell): string {
  return cell === null ? '' : String(cell)
}
