import type { AnyRow, RowStore } from '@canje/large-table'

/** What a reader needs of a list: these fields, of rows that were requested at `since` or later, by `nextTime`. */
export interface Need {
  fields: readonly string[]
  since: number
}

/** The rows of a complete response. */
export interface ListRows {
  store: RowStore<AnyRow>
  fields: readonly string[]
  loadedAt: Date
  /** When they were requested, by `nextTime`; NaN for rows that are too old for every reader. */
  sentAt: number
}

/** A request for all rows of a list. */
export interface SentRequest {
  fields: readonly string[]
  /** By `nextTime`; it identifies the request. */
  sentAt: number
  controller: AbortController
}

/** What is known of a list that has been asked for. */
export interface ListState {
  /** `stale`: the rows may be why a tab failed, or their renewal was abandoned, so that whatever needs them next asks again. */
  status: 'asked' | 'arriving' | 'complete' | 'stale' | 'failed'
  /** The last request. */
  request: SentRequest
  /** The rows of the last complete response. */
  rows?: ListRows | undefined
  /** The first rows of the request's large response while it arrives, and how many of them can be shown so far. */
  arrived?: { store: RowStore<AnyRow>; count: number }
  /** Why the last request failed, also while it is repeated, or why the rows cannot be read any more. */
  error?: unknown
}

/** What happens to a list. Events of a request are ignored once another one has followed it. */
export type ListEvent =
  | ({ type: 'needed'; now: number } & Need)
  | { type: 'retried'; now: number }
  | { type: 'arrived'; sentAt: number; store: RowStore<AnyRow> }
  | { type: 'loaded'; sentAt: number; store: RowStore<AnyRow>; loadedAt: Date }
  | { type: 'failed'; sentAt: number; error: unknown }
  /** The rows cannot be read any more, for example after a crash of their worker. */
  | { type: 'lost'; rows: ListRows; error: unknown }
  | { type: 'expired' }
  /** Nothing needs the list any more. */
  | { type: 'released'; isKept: boolean }

type EventOf<T extends ListEvent['type']> = Extract<ListEvent, { type: T }>
type Transitions = { [T in ListEvent['type']]?: (state: ListState, event: EventOf<T>) => ListState | undefined }

const pending: Transitions = {
  needed,
  retried: repeated,
  arrived: (state, { store }) => ({ ...state, status: 'arriving', arrived: { store, count: store.count } }),
  loaded: ({ request }, { store, loadedAt, sentAt }) => {
    return { status: 'complete', request, rows: { store, loadedAt, sentAt, fields: request.fields } }
  },
  failed: ({ request, rows }, { error }) => ({ status: 'failed', request, rows, error }),
  released: (state, { isKept }) => (isKept && state.rows ? stale(state) : undefined),
}

const settled: Transitions = {
  needed,
  lost: (state, { error }) => ({ ...stale(state), status: 'failed', error }),
  released: (state, { isKept }) => (isKept ? state : undefined),
}

/** The next state by status and event. An event without an entry is ignored; an undefined state is that of an unknown list. */
const transitions: Record<ListState['status'], Transitions> = {
  asked: pending,
  arriving: pending,
  complete: { ...settled, expired: stale },
  stale: settled,
  failed: { ...settled, retried: repeated, expired: (state) => ({ ...state, rows: stale(state).rows }) },
}

/** The state after an event; the same object when the event is ignored. */
export function listAfter(state: ListState | undefined, event: ListEvent): ListState | undefined {
  if ('sentAt' in event && event.sentAt !== pendingRequest(state)?.sentAt) return state
  if (event.type === 'lost' && event.rows !== state?.rows) return state
  if (!state) return event.type === 'needed' ? needed(state, event) : state
  // TypeScript cannot derive the transition's type from the two lookups.
  const transition = transitions[state.status][event.type] as
    | ((state: ListState, event: ListEvent) => ListState | undefined)
    | undefined
  return transition ? transition(state, event) : state
}

/** The request of a list that is asked or arriving. */
export function pendingRequest(state: ListState | undefined): SentRequest | undefined {
  return state?.status === 'asked' || state?.status === 'arriving' ? state.request : undefined
}

/** Requests all fields that anything has asked for, unless the rows or the pending request have what is needed. */
function needed(state: ListState | undefined, event: EventOf<'needed'>): ListState {
  if (state && (suffices(state.rows, event) || suffices(pendingRequest(state), event))) return state
  const fields = [...new Set([...(state?.request.fields ?? []), ...event.fields])]
  const request = { fields, sentAt: event.now, controller: new AbortController() }
  return { status: 'asked', request, rows: state?.rows }
}

function repeated({ request, rows, error }: ListState, { now }: EventOf<'retried'>): ListState {
  return { status: 'asked', request: { ...request, sentAt: now, controller: new AbortController() }, rows, error }
}

function stale({ request, rows }: ListState): ListState {
  return { status: 'stale', request, rows: rows && { ...rows, sentAt: Number.NaN } }
}

/** Whether rows, or those of a request, are what a reader needs. */
export function suffices(source: ListRows | SentRequest | undefined, { fields, since }: Need): boolean {
  return source !== undefined && covers(source, fields) && source.sentAt >= since
}

function covers(source: { fields: readonly string[] }, fields: readonly string[]): boolean {
  return fields.every((field) => source.fields.includes(field))
}

/**
 * A list as one of its readers sees it. Rows and requests without the fields of the reader do not count, nor do requests
 * before its `since`.
 */
export function viewOf(state: ListState | undefined, need: Need) {
  const rows = state?.rows && covers(state.rows, need.fields) ? state.rows : undefined
  const isNew = suffices(rows, need)
  const asked = !isNew && suffices(state?.request, need) ? state : undefined
  return {
    /** Also older ones than the reader needs. */
    rows,
    /** The rows are what the reader needs. A request for others does not concern it then. */
    isNew,
    pending: pendingRequest(asked),
    arrived: asked?.arrived,
    error: asked?.error,
  }
}
