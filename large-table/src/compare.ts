import type { AnyRow } from './parse-rows'
import type { Condition } from './query'
import type { KeyFields } from './row-key'

/** The rows to compare between two results. */
export interface Selection {
  /** What identifies a row in both results. */
  key: KeyFields
  where: Condition
}

/** The numbers of selected rows that were added, kept and removed, with the added rows. */
export interface Changes<R = AnyRow> {
  added: number
  kept: number
  removed: number
  addedRows: readonly R[]
}

/**
 * Compares rows by their keys. Rows with equal keys, such as those without an id and with the same text, are counted.
 *
 * @param keys the keys of the current rows
 * @param earlier the keys of the earlier rows, as JSON text
 * @param rowsAt returns the current rows of the keys with these indexes
 */
export function compareKeys<R>(
  keys: readonly string[],
  earlier: string,
  rowsAt: (indexes: readonly number[]) => readonly R[],
): Changes<R> {
  const previous: string[] = JSON.parse(earlier)
  const unmatched = new Map<string, number>()
  for (const key of previous) unmatched.set(key, (unmatched.get(key) ?? 0) + 1)
  const added: number[] = []
  keys.forEach((key, index) => {
    const left = unmatched.get(key) ?? 0
    if (left === 0) added.push(index)
    else unmatched.set(key, left - 1)
  })
  const kept = keys.length - added.length
  return { added: added.length, kept, removed: previous.length - kept, addedRows: rowsAt(added) }
}
