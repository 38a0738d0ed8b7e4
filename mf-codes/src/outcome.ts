import type { Repeats, ToastMessage } from '@canje/shared-auth'
import { type Changes, faultOf, type Selection } from '@canje/shared-ui'
import { isKeyed, isRefusal, refusalStatus } from './api/classify-response'
import { UnconfirmedError } from './api/confirm'
import { deleteAllCodes } from './api/delete-all-codes'
import { type DeletionRequest, deleteCode, isOutOfDate } from './api/delete-code'
import { insertCodes, RefusalError } from './api/insert-codes'
import { restoreCodes } from './api/restore-codes'
import { CODE_KEY, type Code } from './codes'
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

// A change is done when the response says so, or the list shows it; otherwise its outcome is unknown.
//
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
  /** The change had no effect: the list says so, after staff stopped the repetitions. */
  isUndone?: boolean
  /** Toast for the success, or for the state of the list after an error. */
  message?: ToastMessage | undefined
  /** The created or deleted codes, if they are known. */
  codes?: readonly Code[] | undefined
  /** The displayed list is older than the change and must be reloaded. */
  isStale: boolean
}

/** Selects the unassigned codes: new codes, and the codes that `deleteAll` deletes. */
export const unassigned: Selection = { key: CODE_KEY, where: { field: 'userName', value: null } }

/** Selects one code. */
export function selectionOf({ id }: Code): Selection {
  return { key: CODE_KEY, where: { field: 'id', value: id } }
}

/**
 * Creates codes.
 *
 * @param quantity number of codes, 1 to 99
 * @param refetch tracks `unassigned`
 */
export async function createCodes(quantity: number, refetch: Refetch, repeats?: Repeats): Promise<Outcome> {
  let inserted: Awaited<ReturnType<typeof insertCodes>>
  try {
    inserted = await insertCodes(quantity, repeats)
  } catch (error) {
    if (isRefusal(faultOf(error))) return refused(error)
    const changes = await refetch()
    if (repeats?.signal.aborted && changes?.added === quantity)
      return { isDone: true, message: created, codes: changes.addedRows, isStale: false }
    return stoppable(error, repeats, changes?.added === 0, newCodes(changes?.added))
  }
  const { isCertain, isConfirmed, payload, codes } = inserted
  if (isCertain && isConfirmed && codes) return { isDone: true, message: created, codes, isStale: true }
  const { added, addedRows } = (await refetch()) ?? { added: undefined, addedRows: undefined }
  const count = added ?? 0
  if (count === quantity || (isConfirmed && (isCertain || count < quantity)))
    return { isDone: true, message: created, codes: codes ?? addedRows, isStale: false }
  if (!payload && added === 0) return refused(new RefusalError(`InsertCodes did not create the ${quantity} codes.`))
  const error = new Error(`InsertCodes was to create ${quantity} codes, and ${added ?? 'unknown ones'} are new.`)
  return { ...uncertain(error, newCodes(added)), codes: addedRows }
}

/**
 * Deletes one code.
 *
 * @param refetch tracks `selectionOf(code)`
 */
export async function deleteOne(code: Code, refetch: Refetch, request: DeletionRequest = {}): Promise<Outcome> {
  const sent = await sendDeletion(code, request)
  return 'isDone' in sent ? sent : settleDeletion(code, sent.error, (await refetch())?.kept, request.repeats)
}

/** The failure of a change whose outcome only the list can show. */
export interface Unsettled {
  error: unknown
}

/** Sends the deletion of a code. @returns its outcome, if the response tells it */
export async function sendDeletion(code: Code, request: DeletionRequest): Promise<Outcome | Unsettled> {
  try {
    return { isDone: true, message: deleted(code), codes: await deleteCode(code, request), isStale: true }
  } catch (error) {
    if (isUnknown(error)) return { error }
    if (isOutOfDate(error)) return { ...refused(error), isStale: true }
    return isRefusal(faultOf(error)) ? refused(error) : { error }
  }
}

/**
 * Determines the outcome of a deletion by the list.
 *
 * @param kept how many rows the list has of the code; undefined when that is unknown
 */
export function settleDeletion(code: Code, error: unknown, kept: number | undefined, repeats?: Repeats): Outcome {
  const isGone = kept === 0
  if (isUnknown(error)) return uncertain(error, isGone ? noLongerExists(code) : undefined)
  if (isGone) return { isDone: true, message: deleted(code), codes: [code], isStale: false }
  return stoppable(error, repeats, kept === 1)
}

/** 404 is also the response to a retry by the browser, unless the request has a key. */
function isUnknown(error: unknown): boolean {
  return refusalStatus(error) === 404 && !isKeyed(error)
}

/**
 * Deletes all unassigned codes.
 *
 * @param refetch tracks `unassigned`
 */
export async function deleteAll(refetch: Refetch, repeats?: Repeats): Promise<Outcome> {
  try {
    const codes = await deleteAllCodes(repeats)
    return { isDone: true, message: deletedAll, codes, isStale: true }
  } catch (error) {
    if (isRefusal(faultOf(error))) return refused(error)
    const { added, kept, removed } = (await refetch()) ?? { added: 0, kept: 0, removed: 0 }
    const isDone = removed > 0 && added + kept === 0
    if (isDone) return { isDone, message: deletedAll, isStale: false }
    return stoppable(error, repeats, kept > 0 && removed === 0, remainingCodes(added + kept))
  }
}

/**
 * Restores deleted codes (D27: `restore`).
 *
 * @param count their number, of which `codes` may have the first ones only
 * @param refetch tracks `unassigned`
 */
export async function restore(
  codes: readonly Code[],
  count = codes.length,
  refetch?: Refetch,
  repeats?: Repeats,
): Promise<Outcome> {
  try {
    await restoreCodes(codes, count, repeats)
    return { isDone: true, message: restored(count), isStale: true }
  } catch (error) {
    if (repeats?.signal.aborted || error instanceof UnconfirmedError) {
      const added = (await refetch?.())?.added
      if (added === count) return { isDone: true, message: restored(count), isStale: false }
      // The others, and those of an earlier document, may be assigned ones, which are not counted.
      const areUnassigned = codes.every(({ id, userName }) => id !== null && userName === null)
      return stoppable(error, repeats, areUnassigned && added === 0)
    }
    return { isDone: false, error, message: notRestored(refusalStatus(error)), isStale: true }
  }
}

/** @param isUnchanged the list does not have the change */
function stoppable(
  error: unknown,
  repeats: Repeats | undefined,
  isUnchanged: boolean,
  message?: ToastMessage,
): Outcome {
  const outcome = uncertain(error, message)
  // An attempt that was cut off may still take effect.
  const isOver = repeats?.signal.aborted && faultOf(error).kind === 'failed'
  return isOver && isUnchanged ? { ...outcome, isUndone: true } : outcome
}

function refused(error: unknown): Outcome {
  return { isDone: false, error, isStale: false }
}

function uncertain(error: unknown, message?: ToastMessage): Outcome {
  return { isDone: false, error, message, isStale: false }
}
