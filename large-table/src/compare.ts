import type { Cell } from './parse-rows'

/** The rows of which two results are compared: those where a field holds a value. */
export interface Selection {
  /** The field by which a row is known again. */
  key: string
  where: { field: string; value: Cell }
}

/** How many of the selected rows are new, are still there, and are no longer there. */
export interface Changes {
  added: number
  kept: number
  removed: number
}

/**
 * Compares rows by their keys.
 *
 * @param earlier the keys of the earlier rows, as JSON text
 */
export function compareKeys(keys: readonly Cell[], earlier: string): Changes {
  const before = new Set<unknown>(JSON.parse(earlier))
  const now = new Set(keys)
  let kept = 0
  for (const key of now) if (before.has(key)) kept++
  return { added: now.size - kept, kept, removed: before.size - kept }
}
