import { isLoggedIn, type Repeats } from '@canje/shared-auth'
import {
  faultOf,
  importWithRetry,
  type SelectionAction,
  useAnnounce,
  useExclusiveAction,
  useFeature,
  useNotify,
  type useTable,
  useTabReceipts,
} from '@canje/shared-ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { newBatch } from './api/delete-code'
import type { Deletion } from './api/restore-codes'
import { type Change, isReceipt } from './change'
import { createChanges } from './change-machine'
import { type Code, codeKey } from './codes'
import {
  failedCreation,
  failedDeletion,
  failedDeletionOfAll,
  failedDeletions,
  failedRestoration,
  NOT_ATTEMPTED,
  notDeleted,
  type Words,
} from './failure-words'
import { codesText } from './messages'
import { createCodes, deleteAll, deleteOne, type Outcome, restore, selectionOf, unassigned } from './outcome'
import { describeDeletion } from './selected-codes'
import { isFresh, RESTORABLE_MS } from './stored-receipts'

const loadDeletion = () => import(/* webpackChunkName: 'delete-many' */ './delete-many')

/** The name of the change that deletes a code. */
export const deletion = (code: Code) => `delete ${codeKey(code)}`
const DELETE_MANY = 'delete many'

/** How a change is sent. */
interface Press {
  request: (repeats: Repeats, onProgress: (changed: Partial<Change>) => void) => Promise<SentOutcome>
  /** Says why the change failed. */
  words: Words
  /** Names the press to a service with the feature `history`. */
  batch?: string | undefined
  /** Reads the deleted codes, if the response names none; resolves to undefined if they are unknown. */
  readDeleted?: () => Promise<readonly Code[] | undefined>
  /** Closes the dialog of a change that is done. */
  onDone?: (() => void) | undefined
  onStale?: () => void
}

type SentOutcome = Outcome & Pick<Change, 'refused' | 'unknown'>

/** Creates, deletes and restores codes of a table, with receipts. */
export function useChanges({ track, reload }: Pick<ReturnType<typeof useTable<Code>>['actions'], 'track' | 'reload'>) {
  const notify = useNotify()
  const announce = useAnnounce()
  const hasHistory = useFeature('history')
  const { isRunning, run } = useExclusiveAction()
  const stored = useTabReceipts()
  const [{ subscribe, getState, dispatch, ask }] = useState(() => createChanges(stored))
  const state = useSyncExternalStore(subscribe, getState)
  const { changes, now } = state

  useEffect(() => {
    const times = changes.filter((change) => isReceipt(change) && isFresh(change, now)).map(({ at }) => at)
    if (times.length === 0) return
    const end = Math.min(...times) + RESTORABLE_MS
    const timer = setTimeout(() => dispatch({ type: 'time', now: Date.now() }), end - Date.now())
    return () => clearTimeout(timer)
  }, [changes, now, dispatch])

  /** Sends a change, with its toasts and its receipt. @returns whether it is done */
  async function send({ id, kind, name }: Change, press: Press): Promise<boolean> {
    const { request, words, batch, readDeleted, onDone, onStale = reload } = press
    const controller = new AbortController()
    const stop = () => {
      controller.abort()
      dispatch({ type: 'stop', id, changed: { isStopping: true } })
    }
    const repeats: Repeats = {
      signal: controller.signal,
      onRepeat: (attempt, attempts) =>
        dispatch({ type: 'repeat', id, changed: { attempt: `${attempt} de ${attempts}` } }),
    }
    const sent: { outcome?: SentOutcome } = {}
    await run(name, async () => {
      dispatch({ type: 'send', id, changed: { stop, at: Date.now() } })
      const outcome = await request(repeats, (changed) => dispatch({ type: 'progress', id, changed }))
      sent.outcome = outcome
      if (outcome.status !== 'done') throw outcome.error
    })
    // Without effect unless another change of this name is sent, so that this one is not.
    dispatch({ type: 'close', id })
    const {
      status = 'unknown',
      error,
      message,
      isStale,
      codes,
      deletionIds = [],
      ...others
    }: Partial<SentOutcome> = sent.outcome ?? {}
    const isDone = status === 'done'
    if (message) notify(message)
    if (isDone) onDone?.()
    if (isStale) onStale()
    const changed = codes ?? ((isDone && (await readDeleted?.())) || [])
    const isUntold = !isLoggedIn()
    // Its toast was lost with the session, and no receipt could name its codes.
    const isLost = isUntold && isDone && changed.length === 0
    const hasIds = deletionIds.length > 0 || kind !== 'delete' || !hasHistory
    const fault = error === undefined ? undefined : faultOf(error)
    dispatch({
      type: fault?.kind === 'unauthorized' ? 'unauthorized' : isLost ? 'unknown' : status,
      id,
      changed: {
        ...others,
        codes: changed,
        deletionIds: hasIds ? deletionIds : await findLostIds(changed, batch),
        failure: fault && { name, text: words(fault, status === 'refused'), fault },
        isUntold,
      },
    })
    return isDone
  }

  /** @returns whether the codes were created */
  function create(quantity: number, onDone?: () => void): Promise<boolean> {
    const refetch = track(unassigned)
    return send(ask({ kind: 'create', name: 'create', requested: quantity }), {
      request: (repeats) => createCodes(quantity, refetch, repeats),
      words: failedCreation,
      onDone,
    })
  }

  /**
   * @param readDeleted resolves to the codes that are no longer unassigned; to undefined if they are unknown
   * @param onDone closes the dialog
   */
  function removeAll(readDeleted: () => Promise<readonly Code[] | undefined>, onDone?: () => void): Promise<boolean> {
    const refetch = track(unassigned)
    return send(ask({ kind: 'delete', name: 'delete all' }), {
      request: (repeats) => deleteAll(refetch, repeats),
      words: failedDeletionOfAll,
      readDeleted,
      onDone,
    })
  }

  function remove(code: Code): Promise<boolean> {
    const refetch = track(selectionOf(code))
    const batch = hasHistory ? newBatch() : undefined
    const name = deletion(code)
    return send(ask({ kind: 'delete', name }), {
      request: async (repeats) => {
        const outcome = await deleteOne(code, refetch, { repeats, batch })
        // Without 'Deshacer', the toast says all of it.
        return hasHistory ? outcome : { ...outcome, codes: [] }
      },
      words: failedDeletion(code),
      batch,
      // The button stays busy until the row is removed or reloaded.
      onStale: () => run(name, reload),
    })
  }

  function removeMany(change: Change, codes: readonly Code[], clear: () => void): Promise<boolean> {
    clear()
    const total = describeDeletion(codes).count
    const batch = hasHistory ? newBatch() : undefined
    announce(`Borrando ${codesText(total)}`)
    return send(change, {
      request: async (repeats, onProgress) => {
        onProgress({ progress: [0, total] })
        const code = await importWithRetry(loadDeletion).catch((error: unknown) => ({ error }))
        if ('error' in code) return notAttempted(codes, code.error)
        return code.deleteMany(codes, {
          repeats,
          batch,
          onProgress: (deleted, done) => onProgress({ ...deleted, progress: [done, total] }),
        })
      },
      words: failedDeletions,
      batch,
    })
  }

  /** @returns whether the codes were restored */
  function restoreCodes(deleted: Deletion): Promise<boolean> {
    const refetch = track(unassigned)
    return send(ask({ kind: 'restore', name: 'restore' }), {
      request: (repeats) => restore(deleted, refetch, repeats),
      words: failedRestoration,
    })
  }

  const selectionAction: SelectionAction<Code> = {
    label: 'Borrar',
    describe: (codes) => {
      const described = describeDeletion(codes)
      if (!isRunning(DELETE_MANY)) return described
      return { ...described, text: 'Espere: se están borrando otros', isPossible: false }
    },
    run: (codes, clear) => {
      const asked = { kind: 'delete', name: DELETE_MANY } as const
      if (hasHistory) return removeMany(ask(asked), codes, clear)
      const confirm = () => removeMany(change, codes, clear)
      const change = ask({ ...asked, question: describeDeletion(codes).text, confirm })
      return change
    },
  }

  async function undo(change: Change) {
    if (await restoreCodes(change)) dispatch({ type: 'undo', id: change.id })
  }

  return { state, dispatch, isRunning, create, remove, removeAll, restoreCodes, undo, selectionAction }
}

/** Finds the ids of deletions whose responses were lost, which a receipt needs after a reload (D29, stored receipts). */
async function findLostIds(codes: readonly Code[], batch: string | undefined) {
  const code = codes.length > 0 ? await importWithRetry(loadDeletion).catch(() => undefined) : undefined
  return (await code?.findDeletionIds(codes, batch)) ?? []
}

/** The outcome where the code that deletes did not load. */
function notAttempted(codes: readonly Code[], error: unknown) {
  const refused = codes.map((code) => notDeleted(code, NOT_ATTEMPTED))
  return { status: 'refused', error, isStale: false, codes: [], refused } as const
}
