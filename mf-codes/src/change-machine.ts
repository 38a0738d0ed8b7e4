import type { TabReceipts } from '@canje/shared-auth'
import { createStore } from 'zustand/vanilla'
import { type Change, isPending, isReceipt, type Status } from './change'
import { readReceipts, storeReceipts } from './stored-receipts'

type Step = ('send' | 'repeat' | 'progress') | ('done' | 'refused' | 'unknown') | ('undo' | 'close')

type Steps = Readonly<Partial<Record<Step, Status>>>

const PENDING: Steps = {
  repeat: 'repeated',
  progress: 'sent',
  done: 'done',
  refused: 'refused',
  unknown: 'unknown',
}

/** What a change becomes by each step; others have no effect. */
const TRANSITIONS: Readonly<Record<Status, Steps>> = {
  asked: { send: 'sent', close: 'closed' },
  sent: PENDING,
  repeated: PENDING,
  done: { undo: 'closed', close: 'closed' },
  refused: { close: 'closed' },
  unknown: { undo: 'closed', close: 'closed' },
  closed: {},
}

export interface ChangesState {
  /** Those that are not over, and those with a receipt, the last one that ended at the end. */
  changes: readonly Change[]
  /** The change whose receipt is shown. */
  shown: number | undefined
  /** Counts the presses that show another receipt. A second press of 'Deshacer' must not hit that one, so it does not count. */
  turns: number
  /** The last change that failed, until another one is sent. */
  failed: Change | undefined
}

/** Creates the store of the changes of a tab, which stores their receipts (D29, stored receipts), also after an unmount. */
export function createChanges(stored: TabReceipts | undefined) {
  const changes = readReceipts(stored?.current)
  const { getState, subscribe, setState } = createStore<ChangesState>()(() => ({
    changes,
    shown: changes.at(-1)?.id,
    turns: 0,
    failed: undefined,
  }))
  let lastId = changes.length
  subscribe((state) => stored?.onChange(storeReceipts(state.changes)))

  function ask(asked: Pick<Change, 'kind' | 'name' | 'requested' | 'question' | 'confirm'>): Change {
    lastId += 1
    const change: Change = {
      ...asked,
      id: lastId,
      status: 'asked',
      at: Date.now(),
      codes: [],
      count: 0,
      deletionIds: [],
    }
    setState(({ changes }) => ({ changes: [...changes, change] }))
    return change
  }

  return {
    getState,
    subscribe,
    ask,
    /** Takes a step of a change, with what has changed of it; one that its status does not have is ignored. */
    step: (id: number, step: Step, changed: Partial<Change> = {}) =>
      setState((state) => withStep(state, id, step, changed)),
    show: (id: number | undefined) => setState(({ turns }) => ({ shown: id, turns: turns + 1 })),
    /** Says no more that a change failed. */
    dismiss: () => setState({ failed: undefined }),
    /** Stores the receipts again: some may be too old by now (D29, stored receipts). */
    expire: () => getState().changes.length > 0 && setState({}),
  }
}

function withStep(state: ChangesState, id: number, step: Step, changed: Partial<Change>): ChangesState {
  const change = state.changes.find((one) => one.id === id)
  const status = change && TRANSITIONS[change.status][step]
  if (!status) return state
  const { codes = change.codes, count = changed.codes ? codes.length : change.count } = changed
  const next = { ...change, ...changed, codes, count, status }
  const others = state.changes.filter((one) => one !== change)
  const isAct = step === 'close' || (step === 'send' && change.kind !== 'restore')
  const after = {
    changes: [...others, next],
    shown: state.shown,
    turns: isAct ? state.turns + 1 : state.turns,
    failed: step === 'send' ? undefined : changed.failure ? next : state.failed,
  }
  if (isPending(next)) return after
  if (isReceipt(next) && saysMoreThanToast(next)) return { ...after, shown: id }
  const receipts = state.changes.filter(isReceipt)
  const place = receipts.indexOf(change)
  const neighbour = receipts[place - 1] ?? receipts[place + 1]
  return { ...after, changes: others, shown: state.shown === id ? neighbour?.id : state.shown }
}

function saysMoreThanToast({ kind, status, count, refused = [], unknown = [], isUntold = false }: Change): boolean {
  if (kind === 'restore') return false
  return count + refused.length + unknown.length > 0 || (status === 'unknown' && isUntold)
}
