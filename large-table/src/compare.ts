import type { Cell } from './parse-rows'

/** The rows to compare between two results: those where a field has a given value. */
export interface Selection {
  /** The field that identifies a row in both results. */
  key: string
  where: { field: string; value: Cell }
}

/** The numbers of selected rows that were added, kept and removed. */
export interface Changes {
  added: number
  kept: number
  removed: number
}

/**
 * Compares rows by their keys.
 *
 * @param keys the keys of the current rows
 * @param earlier the keys of the earlier rows, as JSON text
 */
export function compareKeys(keys: readonly Cell[], earlier: string): Changes {
  const previous = new Set<unknown>(JSON.parse(earlier))
  const current = new Set(keys)
  let kept = 0
  for (const key of current) if (previous.has(key)) kept++
  return { added: current.size - kept, kept, removed: previous.size - kept }
}
