import type { RowStore } from '@canje/large-table'
import type { Fault } from '@canje/shared-auth/fault'

/** Why rows are requested: `open` is a URL that staff opened, with another filter of the server. */
export type Purpose = 'load' | 'refresh' | 'filter' | 'reload' | 'open'

/** What is requested, and the callback for its result. */
export interface Operation {
  purpose: Purpose
  /** Text that the rows must match; a reload keeps the filter of the current rows. */
  filter?: string | undefined
  /** Called once the operation's rows are on the screen, also after a retry; never when it was superseded. */
  onShown?: (() => void) | undefined
}

/** A request for rows. */
interface Attempt extends Operation {
  serial: number
  /** The operation before has failed, and its failure shows until this attempt succeeds. */
  isRetry: boolean
}

/** The rows of a complete response. */
export interface Result<R> {
  rows: RowStore<R>
  filter: string | undefined
  /** Changes with every result that starts at its first page: of a refresh, or of a filter. */
  resultId: number
  loadedAt: Date
}

/** The rows of a large response that is still arriving. */
interface Arrival<R> {
  rows: RowStore<R>
  /** How many of them can be shown so far. */
  count: number
}

interface Base<R> {
  /** The last attempt. */
  attempt: Attempt
  /** The last valid result, of this attempt or an earlier one. */
  result: Result<R> | undefined
  /** Why an attempt or a page last failed. */
  fault: Fault | undefined
}

/** The rows of a table. The rows of a `lost` result cannot be read any more, for example after a crash of their worker. */
export type RowsState<R> =
  | (Base<R> & { status: 'loading'; arrival: Arrival<R> | undefined })
  | (Base<R> & { status: 'ready'; result: Result<R> })
  | (Base<R> & { status: 'lost'; result: Result<R> })
  | (Base<R> & { status: 'failed' })

export type RowsEvent<R> =
  | { type: 'start'; operation: Operation }
  | { type: 'retry' }
  | { type: 'arrived'; serial: number; rows: RowStore<R> }
  | { type: 'loaded'; serial: number; rows: RowStore<R>; at: Date }
  | { type: 'failed'; serial: number; fault: Fault }
  | { type: 'shown'; serial: number }
  | { type: 'lost'; rows: RowStore<R>; fault: Fault }

type Status = RowsState<unknown>['status']
type RowsIn<R, S extends Status> = Extract<RowsState<R>, { status: S }>
type TransitionTable<R> = {
  [S in Status]: {
    [Type in RowsEvent<R>['type']]?: (state: RowsIn<R, S>, event: Extract<RowsEvent<R>, { type: Type }>) => RowsState<R>
  }
}

/** Transitions by status and event; an event without an entry is ignored. */
function transitionsOf<R>(): TransitionTable<R> {
  const start = (state: RowsState<R>, { operation }: { operation: Operation }) =>
    request(state, withFilter(operation, state), false)
  const replace = ({ attempt, result, fault }: RowsState<R>, { rows, at }: { rows: RowStore<R>; at: Date }) =>
    ({ status: 'ready', attempt, result: resultOf(attempt, rows, at, result), fault }) as const
  return {
    loading: {
      start,
      retry: (state) => request(state, state.attempt, state.attempt.isRetry),
      arrived: (state, { rows }) => ({ ...state, arrival: { rows, count: rows.count } }),
      loaded: replace,
      failed: ({ attempt, result }, { fault }) => ({ status: 'failed', attempt, result, fault }),
      lost: (state, { fault }) => ({ ...state, fault }),
    },
    ready: {
      start,
      loaded: replace,
      shown: (state) =>
        state.attempt.onShown ? { ...state, attempt: { ...state.attempt, onShown: undefined } } : state,
      lost: (state, { fault }) => ({ ...state, status: 'lost', fault }),
    },
    failed: {
      start,
      loaded: replace,
      retry: (state) => request(state, state.attempt, true),
      lost: (state, { fault }) => ({ ...state, fault }),
    },
    lost: {
      start,
      loaded: replace,
      retry: (state) => {
        const { onShown } = state.attempt
        return request(state, { purpose: 'reload', filter: state.result.filter, onShown }, true)
      },
    },
  }
}
const transitions: TransitionTable<unknown> = transitionsOf()

/** The id of the first result, whose page the URL may name. */
const FIRST_RESULT = 0

/** The state while the first rows load. */
export function initialRows<R>(filter: string | undefined): RowsState<R> {
  const attempt: Attempt = { serial: 0, purpose: 'load', filter, isRetry: false }
  return { status: 'loading', attempt, result: undefined, fault: undefined, arrival: undefined }
}

/** The state after an event; the same object for an event that is ignored, such as the response of an earlier attempt. */
export function reduceRows<R>(state: RowsState<R>, event: RowsEvent<R>): RowsState<R> {
  if ('serial' in event && event.serial !== state.attempt.serial) return state
  if (event.type === 'lost' && event.rows !== state.result?.rows) return state
  // TypeScript cannot derive the transition's type from the two lookups.
  const transition = transitions[state.status][event.type] as
    | ((state: RowsState<R>, event: RowsEvent<R>) => RowsState<R>)
    | undefined
  return transition ? transition(state, event) : state
}

function request<R>({ attempt, result, fault }: RowsState<R>, operation: Operation, isRetry: boolean): RowsState<R> {
  const { purpose, filter, onShown } = operation
  const next = { serial: attempt.serial + 1, purpose, filter, onShown, isRetry }
  return { status: 'loading', attempt: next, result, fault, arrival: undefined }
}

/** A reload keeps the filter of the current rows, or repeats a pending request with another filter: it must not undo it. */
function withFilter<R>(operation: Operation, { status, attempt, result }: RowsState<R>): Operation {
  if (operation.purpose !== 'reload') return operation
  const isOtherPending = status === 'loading' && attempt.filter !== result?.filter
  return isOtherPending ? attempt : { ...operation, filter: result?.filter }
}

/** @param shown the result on the screen */
function resultOf<R>(attempt: Attempt, rows: RowStore<R>, loadedAt: Date, shown: Result<R> | undefined): Result<R> {
  const { purpose, serial, filter } = attempt
  const startsAtFirstPage = purpose === 'refresh' || purpose === 'filter'
  const resultId = startsAtFirstPage ? serial : (shown?.resultId ?? FIRST_RESULT)
  return { rows, filter, resultId, loadedAt }
}

/** The rows that can be shown: the last valid ones; before the first, those received so far. */
export function shownRows<R>(state: RowsState<R>): Arrival<R> | undefined {
  if (state.result) return { rows: state.result.rows, count: state.result.rows.count }
  return state.status === 'loading' ? state.arrival : undefined
}

/** The rows of a large response that is still arriving. */
export function arrivingRows<R>(state: RowsState<R>): RowStore<R> | undefined {
  return state.status === 'loading' ? state.arrival?.rows : undefined
}

/** The filter of the rows that are loading, otherwise of the rows. */
export function requestedFilter<R>({ status, attempt, result }: RowsState<R>): string | undefined {
  return result && status === 'failed' ? result.filter : attempt.filter
}

export function resultIdOf<R>({ result }: RowsState<R>): number {
  return result?.resultId ?? FIRST_RESULT
}

/** True from a failure until the next success, or until an attempt other than a retry. */
export function hasFailed<R>({ status, attempt }: RowsState<R>): boolean {
  return status === 'loading' ? attempt.isRetry : status !== 'ready'
}
