import type { ToastMessage } from '@canje/shared-auth'
import type { Changes, Selection } from '@canje/shared-ui'
import { isKeyed, isRefusal, statusOf } from './api/classify-response'
import { deleteAllCodes } from './api/delete-all-codes'
import { deleteCode, isOutOfDate } from './api/delete-code'
import { insertCodes } from './api/insert-codes'
import { restoreCodes } from './api/restore-codes'
import type { Code } from './api/select-codes'
import {
  created,
  deleted,
  deletedAll,
  newCodes,
  noLongerExists,
  notRestored,
  remainingCodes,
  restored,
} from './messages'

// Browsers retry requests by themselves. Without an idempotency key, a failed request may have taken effect, and a
// successful one twice, so the list is fetched again before a toast is shown. Only a key protects against a request
// delayed beyond that fetch.

/** Fetches the list again. Resolves to the changes since the press, or undefined if they are unknown. */
export type Refetch = () => Promise<Changes<Code> | undefined>

/** The outcome of a change. */
export interface Outcome {
  /** The change took effect exactly once. */
  isDone: boolean
  /** The reason for a failed or uncertain change. */
  error?: unknown
  /** Toast for the success, or for the state of the list after an error. */
  message?: ToastMessage | undefined
  /** The created or deleted codes, if they are known. */
  codes?: readonly Code[] | undefined
  /** The displayed list is older than the change and must be reloaded. */
  isStale: boolean
}

/** Selects the unassigned codes by id: new codes, and the codes that `deleteAll` deletes. */
export const unassigned: Selection = { key: 'id', where: { field: 'userName', value: null } }

/** Selects one code. */
export function selectionOf({ id }: Code): Selection {
  return { key: 'id', where: { field: 'id', value: id } }
}

/**
 * Creates codes.
 *
 * @param quantity number of codes, 1 to 99
 * @param refetch tracks `unassigned`
 */
export async function createCodes(quantity: number, refetch: Refetch): Promise<Outcome> {
  let inserted: Awaited<ReturnType<typeof insertCodes>>
  try {
    inserted = await insertCodes(quantity)
  } catch (error) {
    return isRefusal(error) ? refused(error) : uncertain(error, newCodes((await refetch())?.added))
  }
  const { isCertain, codes } = inserted
  if (isCertain && codes) return { isDone: true, message: created, codes, isStale: true }
  const { added, addedRows } = (await refetch()) ?? { added: 0, addedRows: undefined }
  const outcome = { isDone: true, message: created, codes: codes ?? addedRows, isStale: false }
  if (isCertain || added <= quantity) return outcome
  const error = new Error(`InsertCodes was to create ${quantity} codes, and ${added} are new.`)
  return { ...uncertain(error, newCodes(added)), codes: addedRows }
}

/**
 * Deletes one code.
 *
 * @param refetch tracks `selectionOf(code)`
 */
export async function deleteOne(code: Code, refetch: Refetch): Promise<Outcome> {
  try {
    await deleteCode(code.id)
    return { isDone: true, message: deleted(code), codes: [code], isStale: true }
  } catch (error) {
    // 404 is also the response to a retry by the browser.
    const isUnknown = statusOf(error) === 404 && !isKeyed(error)
    if (!isUnknown && isOutOfDate(error)) return { ...refused(error), isStale: true }
    if (!isUnknown && isRefusal(error)) return refused(error)
    const isGone = (await refetch())?.kept === 0
    if (isUnknown) return uncertain(error, isGone ? noLongerExists(code) : undefined)
    return isGone ? { isDone: true, message: deleted(code), codes: [code], isStale: false } : uncertain(error)
  }
}

/**
 * Deletes all unassigned codes.
 *
 * @param refetch tracks `unassigned`
 */
export async function deleteAll(refetch: Refetch): Promise<Outcome> {
  try {
    const codes = await deleteAllCodes()
    return { isDone: true, message: deletedAll, codes, isStale: true }
  } catch (error) {
    if (isRefusal(error)) return refused(error)
    const { added, kept, removed } = (await refetch()) ?? { added: 0, kept: 0, removed: 0 }
    const isDone = removed > 0 && added + kept === 0
    return isDone ? { isDone, message: deletedAll, isStale: false } : uncertain(error, remainingCodes(added + kept))
  }
}

/** Restores deleted codes (D27: `restore`). */
export async function restore(codes: readonly Code[]): Promise<Outcome> {
  try {
    await restoreCodes(codes)
    return { isDone: true, message: restored(codes.length), isStale: true }
  } catch (error) {
    return { isDone: false, error, message: notRestored(statusOf(error)), isStale: true }
  }
}

function refused(error: unknown): Outcome {
  return { isDone: false, error, isStale: false }
}

function uncertain(error: unknown, message?: ToastMessage): Outcome {
  return { isDone: false, error, message, isStale: false }
}
