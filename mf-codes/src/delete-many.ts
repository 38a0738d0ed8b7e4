import type { Repeats } from '@canje/shared-auth'
import { faultOf, isId, isRedeemed, type RowStore } from '@canje/shared-ui'
import type { Deletion } from './change'
import { type Code, codeKey, findCodes } from './codes'
import { failedDeletion, noLongerThere, notAttempted } from './failure-words'
import { deletedSome } from './messages'
import { type Outcome, outcomeByList, sendDeletion } from './outcome'
import { UnconfirmedError } from './response'

export { findDeletionIds } from './history/staff-events'

/** Requests at a time: what a browser sends to one origin. */
const LANES = 6
/** Failures in a row after which the service is down. */
const MAX_FAILURES = LANES

export interface DeletionOptions {
  /** Shows and stops the repetitions; stopping it stops the deletions too. */
  repeats: Repeats
  /** Names the press (D27, feature `history`). */
  batch: string | undefined
  /** Fetches the list again; resolves to undefined when it cannot be read. */
  refetch: () => Promise<{ rows: RowStore<Code> } | undefined>
  /** Gets the codes that are deleted so far, and the number of codes whose request is over. */
  onProgress: (deleted: Pick<Deletion, 'codes' | 'deletionIds'>, done: number) => void
}

/**
 * Deletes codes that are not redeemed, each by a request, six at a time. It sends no more of them once it is stopped, the session has ended or the
 * service is down. A request that has been sent is over before the outcome is known; of those with an unknown outcome, one
 * read of the list tells.
 */
export async function deleteMany(codes: readonly Code[], options: DeletionOptions): Promise<Outcome> {
  const { repeats, batch, refetch, onProgress } = options
  const waiting = codes.filter((code) => !isRedeemed(code) && isId(code.id))
  const outcomes = new Map<Code, Outcome>()
  let failures = 0

  async function sendNext(): Promise<void> {
    const code = repeats.signal.aborted || failures >= MAX_FAILURES ? undefined : waiting.shift()
    if (!code) return
    const outcome = await sendDeletion(code, repeats, batch)
    const isUnauthorized = faultOf(outcome.error).kind === 'unauthorized'
    outcomes.set(code, outcome)
    const hasFailed = outcome.status === 'unknown' && !(outcome.error instanceof UnconfirmedError)
    failures = isUnauthorized ? MAX_FAILURES : hasFailed ? failures + 1 : 0
    onProgress(deletedBy(outcomes), outcomes.size)
    return sendNext()
  }
  await Promise.all(Array.from({ length: LANES }, sendNext))

  const codesOf = (status: Outcome['status']) => codes.filter((code) => outcomes.get(code)?.status === status)
  const unknown = codesOf('unknown')
  const list = unknown.length > 0 ? await refetch() : undefined
  const existing = list && (await findCodes(unknown, list.rows).catch(() => undefined))
  for (const code of unknown) {
    const kept = existing && (existing.has(codeKey(code)) ? 1 : 0)
    outcomes.set(code, outcomeByList(code, outcomes.get(code)?.error, kept, repeats))
  }

  const left = codesOf('unknown')
  const deleted = deletedBy(outcomes)
  const others = codes.filter((code) => !left.includes(code) && !deleted.codes.includes(code))
  const sentences = (some: readonly Code[]) => some.map((code) => reasonOf(code, outcomes.get(code)))
  const outcome = { ...deleted, refused: sentences(others), unknown: sentences(left) }
  if (left.length === 0 && deleted.codes.length > 0)
    return { ...outcome, status: 'done', message: deletedSome(deleted.codes.length) }
  const [first] = left.length > 0 ? left : outcomes.keys()
  return { ...outcome, status: left.length > 0 ? 'unknown' : 'refused', error: first && outcomes.get(first)?.error }
}

/** Why a code is not known to be deleted, as a sentence. */
function reasonOf(code: Code, outcome: Outcome | undefined): string {
  if (!outcome) return notAttempted(code)
  // This press or another person has deleted it.
  if (outcome.message) return noLongerThere(code)
  return failedDeletion(code)(faultOf(outcome.error), outcome.status === 'refused')
}

/** The codes that are certainly deleted, with the ids of their deletions if all are known. */
function deletedBy(outcomes: ReadonlyMap<Code, Outcome>): Pick<Deletion, 'codes' | 'deletionIds'> {
  const done = [...outcomes].filter(([, { status }]) => status === 'done')
  const ids = done.map(([, { deletionIds = [] }]) => deletionIds)
  const areKnown = ids.every(({ length }) => length > 0)
  return { codes: done.map(([code]) => code), deletionIds: areKnown ? ids.flat() : [] }
}
