import type { AnyRow, Cell } from './parse-rows'

/** The rows to compare between two results: those where a field has a given value. */
export interface Selection {
  /** The field that identifies a row in both results. */
  key: string
  where: { field: string; value: Cell }
}

/** The numbers of selected rows that were added, kept and removed, with the added rows. */
export interface Changes<R = AnyRow> {
  added: number
  kept: number
  removed: number
  addedRows: readonly R[]
}

/**
 * Compares rows by their keys.
 *
 * @param keys the keys of the current rows
 * @param earlier the keys of the earlier rows, as JSON text
 * @param rowsAt returns the current rows of the keys with these indexes
 */
export function compareKeys<R>(
  keys: readonly Cell[],
  earlier: string,
  rowsAt: (indexes: readonly number[]) => readonly R[],
): Changes<R> {
  const previous = new Set<unknown>(JSON.parse(earlier))
  const current = new Set(keys)
  let kept = 0
  for (const key of current) if (previous.has(key)) kept++
  const added = keys.flatMap((key, index) => (previous.has(key) ? [] : [index]))
  return { added: current.size - kept, kept, removed: previous.size - kept, addedRows: rowsAt(added) }
}
