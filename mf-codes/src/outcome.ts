import { apiClient, type Repeats, type ToastMessage } from '@canje/shared-auth'
import { type Changes, faultOf, type Selection } from '@canje/shared-ui'
import type { Change, Deletion } from './change'
import { CODE_KEY, type Code, codeKey, isUnassigned } from './codes'
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
import {
  confirms,
  confirmsCreation,
  deletionIdsIn,
  isKeyed,
  isRefusal,
  namedCodes,
  refusalStatus,
  saidNumber,
  UnconfirmedError,
} from './response'

// A change is done when the response says so, or the list shows it; otherwise its outcome is unknown.
//
// Browsers retry requests by themselves. Without an idempotency key, a failed request may have taken effect, and a
// successful one twice, so the list is fetched again before a toast is shown. Only a key protects against a request
// delayed beyond that fetch.

/** Fetches the list again. Resolves to the changes since the press, or undefined if they are unknown. */
export type Refetch = () => Promise<Changes<Code> | undefined>

/** The outcome of a change, with its codes as far as they are known. */
export interface Outcome extends Partial<Pick<Change, 'codes' | 'deletionIds' | 'refused' | 'unknown'>> {
  /** It took effect exactly once, it had no effect, or nobody knows. */
  status: 'done' | 'refused' | 'unknown'
  /** Why it is not done. */
  error?: unknown
  /** Toast for the success, or for the state of the list after an error. */
  message?: ToastMessage | undefined
}

/** Selects the unassigned codes: new codes, and the codes that `deleteAll` deletes. */
export const unassigned: Selection = { key: CODE_KEY, where: isUnassigned }

/** Selects one code. */
export function selectionOf(code: Code): Selection {
  return { key: CODE_KEY, where: { column: CODE_KEY, textKey: CODE_KEY.textKey, keys: [codeKey(code)] } }
}

/** A successful response whose payload says that the server rejected the request. `faultOf` knows the name. */
class RefusalError extends Error {
  override readonly name = 'RefusalError'
}

/**
 * Creates codes.
 *
 * @param quantity number of codes, 1 to 99
 * @param refetch tracks `unassigned`
 */
export async function createCodes(quantity: number, refetch: Refetch, repeats?: Repeats): Promise<Outcome> {
  let response: { data: unknown }
  try {
    response = await apiClient.post<unknown>('InsertCodes', { prmnumber_codes: quantity }, { reads: false, repeats })
  } catch (error) {
    if (isRefusal(error)) return refused(error)
    const changes = await refetch()
    if (repeats?.signal.aborted && changes?.added === quantity) return done(created, changes.addedRows)
    return failed(error, newCodes(changes?.added), repeats, changes?.added === 0)
  }
  const { data } = response
  const codes = namedCodes(data)
  const isConfirmed = confirmsCreation(data, quantity)
  // A request with a key took effect at most once.
  const isCertain = isKeyed(response)
  if (isCertain && isConfirmed && codes) return done(created, codes)
  const { added, addedRows } = (await refetch()) ?? { added: undefined, addedRows: undefined }
  const count = added ?? 0
  if (count === quantity || (isConfirmed && (isCertain || count < quantity))) return done(created, codes ?? addedRows)
  if (!data && added === 0) return refused(new RefusalError(`InsertCodes did not create the ${quantity} codes.`))
  const error = new Error(`InsertCodes was to create ${quantity} codes, and ${added ?? 'unknown ones'} are new.`)
  return { ...failed(error, newCodes(added)), ...(addedRows && { codes: addedRows }) }
}

/**
 * Deletes one code.
 *
 * @param refetch tracks `selectionOf(code)`
 */
export async function deleteOne(code: Code, refetch: Refetch, repeats?: Repeats): Promise<Outcome> {
  const outcome = await sendDeletion(code, repeats)
  if (outcome.status !== 'unknown') return outcome
  return outcomeByList(code, outcome.error, (await refetch())?.kept, repeats)
}

/**
 * Sends the deletion of a code.
 *
 * @param batch names a press that deletes several codes (D27, feature `history`)
 * @returns its outcome, as far as the response tells
 */
export async function sendDeletion(code: Code, repeats?: Repeats, batch?: string): Promise<Outcome> {
  try {
    const body = { prmCodeId: code.id, ...(batch && { prmBatch: batch }) }
    const { data } = await apiClient.post<unknown>('DeleteCode', body, { reads: false, repeats })
    const deletionIds = deletionIdsIn(data)
    const isIdentified = saidNumber(data, 'deleted') === undefined && deletionIds.length > 0
    if (!confirms(data, 'deleted', 1) && !isIdentified) throw new UnconfirmedError('DeleteCode', data)
    return { ...done(deleted(code), [code]), deletionIds }
  } catch (error) {
    const isRefused = refusalStatus(error) === 409 || isRefusal(error)
    return isRefused && !isNotFound(error) ? refused(error) : failed(error)
  }
}

/**
 * Determines by the list what a response to the deletion of a code does not tell.
 *
 * @param kept how many rows the list has of the code; undefined when that is unknown
 */
export function outcomeByList(code: Code, error: unknown, kept: number | undefined, repeats?: Repeats): Outcome {
  const isGone = kept === 0
  if (isNotFound(error)) return { ...refused(error), message: isGone ? noLongerExists(code) : undefined }
  if (isGone) return done(deleted(code), [code])
  return failed(error, undefined, repeats, kept === 1)
}

/** A 404 without a key, which is also the response to a retry by the browser. */
function isNotFound(error: unknown): boolean {
  return refusalStatus(error) === 404 && !isKeyed(error)
}

/**
 * Deletes all unassigned codes. The GET changes data, so it bypasses caches and is never retried (D11, changing GET),
 * except with an idempotency key.
 *
 * @param codes those that are unassigned before it; undefined if they are unknown
 * @param refetch tracks `unassigned`
 */
export async function deleteAll(
  codes: readonly Code[] | undefined,
  refetch: Refetch,
  repeats?: Repeats,
): Promise<Outcome> {
  try {
    const headers = { 'Cache-Control': 'no-cache' }
    const { data } = await apiClient.get<unknown>('DeleteAllCodes', { headers, reads: false, repeats })
    if (!confirms(data, 'deleted')) throw new UnconfirmedError('DeleteAllCodes', data)
    const said = saidNumber(data, 'deleted')
    const isOfAll = said === true || said === codes?.length
    const deletedCodes = namedCodes(data) ?? (isOfAll ? codes : undefined)
    return { ...done(deletedAll, deletedCodes), deletionIds: deletionIdsIn(data) }
  } catch (error) {
    if (isRefusal(error)) return refused(error)
    const { added, kept, removed } = (await refetch()) ?? { added: 0, kept: 0, removed: 0 }
    if (removed > 0 && added + kept === 0) return done(deletedAll, codes)
    return failed(error, remainingCodes(added + kept), repeats, kept > 0 && removed === 0)
  }
}

/**
 * Restores deleted codes (D27, feature `history`): all or none.
 *
 * @param refetch tracks `unassigned`
 */
export async function restore(
  { codes, count, deletionIds }: Deletion,
  refetch: Refetch,
  repeats?: Repeats,
): Promise<Outcome> {
  const body = deletionIds.length > 0 ? { prmDeletionIds: deletionIds } : { prmCodeIds: codes.map(({ id }) => id) }
  try {
    const { data } = await apiClient.post<unknown>('RestoreCodes', body, { reads: false, repeats })
    if (!confirms(data, 'restored', count)) throw new UnconfirmedError('RestoreCodes', data)
    return done(restored(count))
  } catch (error) {
    const message = notRestored(refusalStatus(error))
    if (message || isRefusal(error)) return { ...refused(error), message }
    if (repeats?.signal.aborted || error instanceof UnconfirmedError) {
      const added = (await refetch())?.added
      if (added === count) return done(restored(count))
      // The others, and those of an earlier document, may be assigned ones, which are not counted.
      const areUnassigned = codes.every(({ id, userName }) => id !== null && userName === null)
      return failed(error, undefined, repeats, areUnassigned && added === 0)
    }
    return failed(error)
  }
}

function done(message: ToastMessage, codes?: readonly Code[]): Outcome {
  return { status: 'done', message, ...(codes && { codes }) }
}

/** @param isUnchanged the list does not have the change */
function failed(error: unknown, message?: ToastMessage, repeats?: Repeats, isUnchanged = false): Outcome {
  // An attempt that was cut off may still take effect.
  const isOver = repeats?.signal.aborted && faultOf(error).kind === 'failed'
  return { status: isOver && isUnchanged ? 'refused' : 'unknown', error, message }
}

function refused(error: unknown): Outcome {
  return { status: 'refused', error }
}
