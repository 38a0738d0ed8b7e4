import { isLoggedIn, type Repeats } from '@canje/shared-auth'
import { randomId } from '@canje/shared-auth/random-id'
import {
  faultOf,
  importWithRetry,
  type Selection,
  type SelectionAction,
  useExclusiveAction,
  useFeature,
  useTab,
  type useTable,
} from '@canje/shared-ui'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { Change, Deletion } from './change'
import { createChanges } from './change-machine'
import { type Code, codeKey } from './codes'
import {
  failedCreation,
  failedDeletion,
  failedDeletionOfAll,
  failedDeletions,
  failedRestoration,
  notAttempted,
  type Words,
} from './failure-words'
import { codesText } from './messages'
import { createCodes, deleteAll, deleteOne, type Outcome, restore, selectionOf, unassigned } from './outcome'
import { describeDeletion } from './selected-codes'

const loadDeletion = () => import(/* webpackChunkName: 'delete-many' */ './delete-many')

/** The name of the change that deletes a code. */
export const deletion = (code: Code) => `delete ${codeKey(code)}`
const DELETE_MANY = 'delete many'

/** How often receipts are looked at for those that the service no longer takes back, in milliseconds. */
const TIME_STEP_MS = 15_000

type TableActions = Pick<ReturnType<typeof useTable<Code>>['actions'], 'track' | 'reload'>

/** How a change is sent. */
interface Press {
  /** What the change affects; the unassigned codes by default. */
  selection?: Selection
  request: (
    refetch: ReturnType<TableActions['track']>,
    repeats: Repeats,
    onProgress: (changed: Partial<Change>) => void,
  ) => Promise<Outcome>
  /** Says why the change failed. */
  words: Words
  /** Reloads the list after a request that has not. */
  reloadList?: () => void
}

/** Creates, deletes and restores codes of a table, with receipts. */
export function useChanges({ track, reload }: TableActions) {
  const { notify, announce, receipts } = useTab()
  const hasHistory = useFeature('history')
  const { isRunning, run } = useExclusiveAction()
  const [{ subscribe, getState, ask, step, show, dismiss, expire }] = useState(() => createChanges(receipts))
  const state = useSyncExternalStore(subscribe, getState)

  useEffect(() => {
    const timer = setInterval(expire, TIME_STEP_MS)
    return () => clearInterval(timer)
  }, [expire])

  /** Sends a change, with its toasts and its receipt. @returns whether it is done */
  async function send({ id, kind, name }: Change, press: Press): Promise<boolean> {
    // It was cancelled, or sent by an earlier press.
    if (!getState().changes.some((one) => one.id === id && one.status === 'asked')) return false
    const { selection = unassigned, request, words, reloadList = reload } = press
    const compare = track(selection)
    let isReloaded = false
    const refetch = () => {
      isReloaded = true
      return compare()
    }
    const controller = new AbortController()
    const stop = () => {
      controller.abort()
      step(id, 'progress', { stop: undefined })
    }
    const repeats: Repeats = {
      signal: controller.signal,
      onRepeat: (attempt, attempts) => step(id, 'repeat', { attempt: `${attempt} de ${attempts}` }),
    }
    const sent: { outcome?: Outcome } = {}
    await run(name, async () => {
      step(id, 'send', { stop, at: Date.now() })
      sent.outcome = { status: 'unknown' }
      const outcome = await request(refetch, repeats, (changed) => step(id, 'progress', changed))
      sent.outcome = outcome
      if (outcome.status !== 'done') throw outcome.error
    })
    // Another change of this name is sent.
    if (!sent.outcome) {
      step(id, 'close')
      return false
    }
    const { status, error, message, codes = [], deletionIds = [], ...changed } = sent.outcome
    const isDone = status === 'done'
    if (message) notify(message)
    const isUntold = !isLoggedIn()
    if (!isReloaded && !isUntold) reloadList()
    // Its toast was lost with the session, and no receipt could name its codes.
    const isLost = isUntold && isDone && codes.length === 0
    const areIdsLost = hasHistory && kind === 'delete' && codes.length > 0 && deletionIds.length === 0
    const fault = error === undefined ? undefined : faultOf(error)
    step(id, isLost ? 'unknown' : status, {
      ...changed,
      codes,
      deletionIds: areIdsLost ? await findLostIds(codes) : deletionIds,
      failure: fault && { text: words(fault, status === 'refused'), fault },
      isUntold,
    })
    return isDone
  }

  /** @returns whether the codes were created */
  function create(quantity: number): Promise<boolean> {
    return send(ask({ kind: 'create', name: 'create', requested: quantity }), {
      request: (refetch, repeats) => createCodes(quantity, refetch, repeats),
      words: failedCreation,
    })
  }

  /** @param codes those that are unassigned; undefined if they are unknown */
  function removeAll(codes: readonly Code[] | undefined): Promise<boolean> {
    return send(ask({ kind: 'delete', name: 'delete all' }), {
      request: (refetch, repeats) => deleteAll(codes, refetch, repeats),
      words: failedDeletionOfAll,
    })
  }

  function remove(code: Code): Promise<boolean> {
    const name = deletion(code)
    return send(ask({ kind: 'delete', name }), {
      selection: selectionOf(code),
      request: async (refetch, repeats) => {
        const outcome = await deleteOne(code, refetch, repeats)
        // Without 'Deshacer', the toast says all of it.
        return hasHistory ? outcome : { ...outcome, codes: [] }
      },
      words: failedDeletion(code),
      // The button stays busy until the row is removed or reloaded.
      reloadList: () => run(name, reload),
    })
  }

  function removeMany(change: Change, codes: readonly Code[], clear: () => void): Promise<boolean> {
    const total = describeDeletion(codes).count
    return send(change, {
      request: async (refetch, repeats, onProgress) => {
        clear()
        announce(`Borrando ${codesText(total)}`)
        onProgress({ progress: [0, total] })
        const code = await importWithRetry(loadDeletion).catch((error: unknown) => ({ error }))
        if ('error' in code) return { status: 'refused', error: code.error, refused: codes.map(notAttempted) }
        return code.deleteMany(codes, {
          refetch,
          repeats,
          batch: hasHistory ? randomId() : undefined,
          onProgress: (deleted, done) => onProgress({ ...deleted, progress: [done, total] }),
        })
      },
      words: failedDeletions,
    })
  }

  /** Restores codes, which ends the receipts that the service would refuse now. @returns whether the codes were restored */
  async function undo(deleted: Deletion): Promise<boolean> {
    const isRestored = await send(ask({ kind: 'restore', name: 'restore' }), {
      request: (refetch, repeats) => restore(deleted, refetch, repeats),
      words: failedRestoration,
    })
    if (!isRestored) return false
    // A receipt from before a reload has no ids of its codes.
    const keys = new Set(deleted.codes.flatMap((code) => [codeKey(code), codeKey({ ...code, id: null })]))
    const deletions = getState().changes.filter(({ kind }) => kind === 'delete')
    for (const change of deletions)
      if (change === deleted || change.codes.some((code) => keys.has(codeKey(code)))) step(change.id, 'undo')
    return true
  }

  const selectionAction: SelectionAction<Code> = {
    label: 'Borrar',
    describe: (codes) => {
      const described = describeDeletion(codes)
      if (!isRunning(DELETE_MANY)) return described
      return { ...described, text: 'espere: se están borrando otros', isPossible: false }
    },
    run: (codes, clear) => {
      const confirm = () => removeMany(change, codes, clear)
      const change = ask({ kind: 'delete', name: DELETE_MANY, question: describeDeletion(codes).text, confirm })
      return hasHistory ? confirm() : change
    },
  }

  return { state, step, show, dismiss, isRunning, create, remove, removeAll, undo, selectionAction }
}

/** Finds the ids of deletions whose responses were lost, which a receipt needs after a reload (D29, stored receipts). */
async function findLostIds(codes: readonly Code[]) {
  const code = await importWithRetry(loadDeletion).catch(() => undefined)
  return (await code?.findDeletionIds(codes)) ?? []
}
