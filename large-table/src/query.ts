import { stringifyJson } from '@canje/shared-auth/json'
import type { DisplayedField } from './cell-display'
import type { KeyFields } from './row-key'

/** 1 is ascending. */
export type Direction = 1 | -1

/** Sorts by the displayed value of a field. */
export interface Sorting extends DisplayedField {
  direction: Direction
}

/** A condition on the displayed value of a column. All conditions of a query must hold. */
export type Condition =
  /** The same displayed text (D48, comparing texts); an empty one selects the cells without visible characters. */
  | { column: DisplayedField; is: string }
  /** The same displayed text as one of these. */
  | { column: DisplayedField; among: readonly string[] }
  /** Any other displayed text. */
  | { column: DisplayedField; isNot: string }
  /**
   * Calendar days as YYYY-MM-DD, both included; an empty text is open. A value that does not start with a valid date never
   * matches.
   */
  | { column: DisplayedField; from: string; to: string }
  /** The rows with these keys, see `rowKey`; `column` has the ids. */
  | ({ column: DisplayedField; keys: readonly string[] } & Omit<KeyFields, 'field'>)
  /** Does not start with a valid date. */
  | { column: DisplayedField; hasDay: false }

/** Selects and orders rows. Plain data, so that it can be posted to a worker. */
export interface Query {
  /**
   * What staff typed. A row matches if it has all words of any line, each in some column, as displayed. A blank search
   * selects all rows.
   */
  search: string
  /** The columns that are searched. */
  columns: readonly DisplayedField[]
  conditions: readonly Condition[]
  sorting: Sorting | undefined
}

/** Selects all rows, in the server's order. */
export const allRows: Query = { search: '', columns: [], conditions: [], sorting: undefined }

/** Identifies the rows that a query selects, in whatever order. */
export function selectionKey({ search, columns, conditions }: Query): string {
  return stringifyJson([search, columns, conditions])
}
