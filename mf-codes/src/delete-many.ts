import type { Repeats } from '@canje/shared-auth'
import { faultOf } from '@canje/shared-ui'
import { UnconfirmedError } from './api/confirm'
import { deletionIdsOf, joinDeletions, keepDeletionIds } from './api/restore-codes'
import type { Code } from './codes'
import { failedDeletion, isUndeleted, NOT_ATTEMPTED, noLongerThere, notDeleted } from './failure-words'
import { deletedSome } from './messages'
import { type Outcome, sendDeletion, settleDeletion, type Unsettled } from './outcome'

export { findDeletionIds, identifyDeletion } from './history/find-deletion-ids'
export { readExisting } from './read-existing'

/** Requests at a time: what a browser sends to one origin. */
const LANES = 6
/** Failures in a row after which the service is down. */
const MAX_FAILURES = LANES

export interface DeletionOptions {
  /** Shows and stops the repetitions; stopping it stops the deletions too. */
  repeats: Repeats
  /** Names the press to the service (D27: `batches`). */
  batch: string | undefined
  /** Reads which codes the list still has; resolves to undefined when it cannot be read. */
  readExisting: (codes: readonly Code[]) => Promise<ReadonlySet<Code> | undefined>
  /** Finds the ids of the deletions of the press whose responses were lost; undefined where the service cannot tell. */
  findDeletionIds?: ((codes: readonly Code[], batch: string) => Promise<readonly unknown[]>) | undefined
  /** Gets the codes that are deleted so far, and the number of codes whose request is over. */
  onProgress: (deleted: readonly Code[], done: number) => void
}

/** The outcome of the deletion of several codes. */
export interface DeletionOfMany extends Outcome {
  codes: readonly Code[]
  /** Why others were not deleted, a sentence for each. */
  refused: readonly string[]
  /** Why nobody knows whether the rest was deleted, a sentence for each. */
  doubtful: readonly string[]
}

/**
 * Deletes codes, each by a request, six at a time. It sends no more of them once it is stopped, the session has ended or the
 * service is down. A request that has been sent is over before the outcome is known; of those with an uncertain end, one read
 * of the list tells.
 */
export async function deleteMany(codes: readonly Code[], options: DeletionOptions): Promise<DeletionOfMany> {
  const { repeats, batch, readExisting, findDeletionIds, onProgress } = options
  const waiting = [...codes]
  const sent = new Map<Code, Outcome | Unsettled>()
  let failures = 0

  async function sendNext(): Promise<void> {
    const code = repeats.signal.aborted || failures >= MAX_FAILURES ? undefined : waiting.shift()
    if (!code) return
    let isRepeated = false
    const onRepeat = (attempt: number, attempts: number) => {
      isRepeated = true
      repeats.onRepeat(attempt, attempts)
    }
    const outcome = await sendDeletion(code, { repeats: whileRepeated({ ...repeats, onRepeat }), batch })
    const isUnauthorized = faultOf(outcome.error).kind === 'unauthorized'
    sent.set(
      code,
      isUnauthorized && isRepeated ? { error: new Error('The first attempt may have deleted it.') } : outcome,
    )
    const isAnswered = isSettled(outcome) || outcome.error instanceof UnconfirmedError
    failures = isUnauthorized ? MAX_FAILURES : isAnswered ? 0 : failures + 1
    onProgress(deletedBy(sent), sent.size)
    return sendNext()
  }
  await Promise.all(Array.from({ length: LANES }, sendNext))

  const unsettled = [...sent].flatMap(([code, outcome]) => (isSettled(outcome) ? [] : [{ code, ...outcome }]))
  const existing = unsettled.length > 0 ? await readExisting(unsettled.map(({ code }) => code)) : undefined
  for (const { code, error } of unsettled) {
    const kept = existing && (existing.has(code) ? 1 : 0)
    sent.set(code, settleDeletion(code, error, kept, repeats))
  }

  const deleted = deletedBy(sent)
  // A receipt needs them after a reload (D29).
  if (batch && findDeletionIds && unsettled.length > 0 && deletionIdsOf(deleted).length === 0)
    keepDeletionIds(deleted, await findDeletionIds(deleted, batch).catch(() => []))
  const left = codes.filter((code) => !deleted.includes(code))
  const sentences = (some: readonly Code[]) => some.map((code) => reasonOf(code, sent.get(code)))
  const doubtful = left.filter((code) => isDoubtful(sent.get(code)))
  const outcome = {
    codes: deleted,
    refused: sentences(left.filter((code) => !doubtful.includes(code))),
    doubtful: sentences(doubtful),
    isStale: true,
  }
  const isUndone = doubtful.length === 0
  if (deleted.length > 0 && isUndone) return { ...outcome, isDone: true, message: deletedSome(deleted.length) }
  const [error] = (isUndone ? [...sent.keys()] : doubtful).map((code) => sent.get(code)?.error)
  return { ...outcome, isDone: false, error, isUndone }
}

/** Why a code is not known to be deleted, as a sentence. */
function reasonOf(code: Code, outcome: Outcome | Unsettled | undefined): string {
  if (!outcome) return notDeleted(code, NOT_ATTEMPTED)
  const { error, message, isUndone } = { message: undefined, isUndone: undefined, ...outcome }
  // By this press or by another person.
  return message ? noLongerThere(code) : failedDeletion(code)(faultOf(error), isUndone)
}

/** The deletion may have been made, for all that is known. */
function isDoubtful(outcome: Outcome | Unsettled | undefined): boolean {
  if (!outcome || isUndeleted(faultOf(outcome.error))) return false
  return !isSettled(outcome) || !(outcome.message || outcome.isUndone)
}

function isSettled(outcome: Outcome | Unsettled): outcome is Outcome {
  return 'isDone' in outcome
}

/** The codes that are certainly deleted. */
function deletedBy(sent: ReadonlyMap<Code, Outcome | Unsettled>): readonly Code[] {
  const outcomes = [...sent.values()].filter(isSettled).filter(({ isDone }) => isDone)
  return joinDeletions(outcomes.map(({ codes = [] }) => codes))
}

/** Stops a request that is being repeated; any other one is awaited, so that its outcome is known. */
function whileRepeated({ signal, onRepeat }: Repeats): Repeats {
  const controller = new AbortController()
  return {
    signal: controller.signal,
    onRepeat: (attempt, attempts) => {
      onRepeat(attempt, attempts)
      if (signal.aborted) controller.abort()
      signal.addEventListener('abort', () => controller.abort())
    },
  }
}
