import type { ToastMessage } from 'shared-auth'
import type { Changes, Selection } from 'shared-ui'
import { isKeyed, isRefusal, statusOf } from './api/certainty'
import { deleteAllCodes } from './api/delete-all-codes'
import { deleteCode, isOutOfDate } from './api/delete-code'
import { insertCodes } from './api/insert-codes'
import type { Code } from './api/select-codes'
import { created, deleted, deletedAll, newCodes, noLongerThere, unassignedCodes } from './messages'

// A call without an idempotency key may have been made although it failed, and twice although it succeeded: browsers
// repeat requests by themselves. Then the list is read again before anything is said. A request delayed past that read
// can still take effect; only a key prevents it.

/** Reads the list again: what has changed since the press, or undefined when that cannot be told. */
export type Reread = () => Promise<Changes | undefined>

/** What a change has come to. */
export interface Outcome {
  /** It has been made, and not more often than asked. */
  isDone: boolean
  /** Why not, or why that is not certain. */
  error?: unknown
  /** The success; or, besides the error, what the list shows. */
  message?: ToastMessage | undefined
  /** The list on the screen is older than the change, and has to be loaded again. */
  isStale: boolean
}

/** The codes that nobody has, by id: those that are created, and that deleting all of them deletes. */
export const unassigned: Selection = { key: 'id', where: { field: 'userName', value: null } }

/** One code. */
export function only({ id }: Code): Selection {
  return { key: 'id', where: { field: 'id', value: id } }
}

/** @param reread of the `unassigned` */
export async function createCodes(quantity: number, reread: Reread): Promise<Outcome> {
  try {
    if (await insertCodes(quantity)) return { isDone: true, message: created, isStale: true }
  } catch (error) {
    return isRefusal(error) ? refused(error) : unclear(error, newCodes((await reread())?.added))
  }
  const added = (await reread())?.added ?? 0
  if (added <= quantity) return { isDone: true, message: created, isStale: false }
  return unclear(new Error(`InsertCodes was to create ${quantity} codes, and ${added} are new.`), newCodes(added))
}

/** @param reread of `only` that code */
export async function deleteOne(code: Code, reread: Reread): Promise<Outcome> {
  try {
    await deleteCode(code.id)
    return { isDone: true, message: deleted(code), isStale: true }
  } catch (error) {
    // The browser may have sent this call twice: the second finds no code.
    const isUnknown = statusOf(error) === 404 && !isKeyed(error)
    if (!isUnknown && isOutOfDate(error)) return { ...refused(error), isStale: true }
    if (!isUnknown && isRefusal(error)) return refused(error)
    const isGone = (await reread())?.kept === 0
    if (isUnknown) return unclear(error, isGone ? noLongerThere(code) : undefined)
    return isGone ? { isDone: true, message: deleted(code), isStale: false } : unclear(error)
  }
}

/** @param reread of the `unassigned` */
export async function deleteAll(reread: Reread): Promise<Outcome> {
  try {
    await deleteAllCodes()
    return { isDone: true, message: deletedAll, isStale: true }
  } catch (error) {
    if (isRefusal(error)) return refused(error)
    const { added, kept, removed } = (await reread()) ?? { added: 0, kept: 0, removed: 0 }
    const isDone = removed > 0 && added + kept === 0
    return isDone ? { isDone, message: deletedAll, isStale: false } : unclear(error, unassignedCodes(added + kept))
  }
}

function refused(error: unknown): Outcome {
  return { isDone: false, error, isStale: false }
}

function unclear(error: unknown, message?: ToastMessage): Outcome {
  return { isDone: false, error, message, isStale: false }
}
