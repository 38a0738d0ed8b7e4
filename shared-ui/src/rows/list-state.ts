import type { AnyRow, RowStore } from '@canje/large-table'

/** The rows of a complete response. */
export interface ListRows {
  store: RowStore<AnyRow>
  fields: readonly string[]
  loadedAt: Date
  /** When they were requested, by `nextTime`. */
  sentAt: number
}

/** The rows of a large response that is still arriving. */
export interface ArrivedRows {
  store: RowStore<AnyRow>
  /** How many of them can be shown so far. */
  count: number
}

/** A request for all rows of a list. */
export interface SentRequest {
  fields: readonly string[]
  /** By `nextTime`; it identifies the request. */
  sentAt: number
  /** A tab waits for it, so that nothing else cancels it. */
  isForTab: boolean
  /** There were rows with the fields that were asked for, but too old ones. */
  isRenewal: boolean
}

/** What is known of a list that has been asked for. */
export type ListState =
  /** An `error` is that of the request before, which is repeated. */
  | { status: 'asked'; request: SentRequest; rows?: ListRows | undefined; error?: unknown }
  /** The first rows of a large response are there; their count grows. */
  | { status: 'arriving'; request: SentRequest; arrived: ArrivedRows; rows?: ListRows | undefined; error?: unknown }
  | { status: 'complete'; rows: ListRows }
  /** The rows may be why a tab failed, or their renewal was abandoned: whatever needs them next asks again. */
  | { status: 'stale'; rows: ListRows }
  /** The last request has failed, or the rows cannot be read any more. */
  | { status: 'failed'; request: SentRequest; rows?: ListRows | undefined; error: unknown }

/** What happens to a list. Events of a request are ignored once another one has followed it. */
export type ListEvent =
  /** Something needs fields of rows that were requested at `since` or later. */
  | { type: 'needed'; fields: readonly string[]; since: number; isForTab: boolean; now: number }
  | { type: 'retried'; now: number }
  | { type: 'arrived'; sentAt: number; store: RowStore<AnyRow> }
  | { type: 'loaded'; sentAt: number; store: RowStore<AnyRow>; loadedAt: Date }
  | { type: 'failed'; sentAt: number; error: unknown }
  /** The rows cannot be read any more, for example after a crash of their worker. */
  | { type: 'lost'; rows: ListRows; error: unknown }
  | { type: 'expired' }
  /** Nothing needs the list any more. */
  | { type: 'released'; isKept: boolean }

type Status = ListState['status'] | 'unknown'
type StateOf<S extends Status> = Extract<ListState, { status: S }>
type EventOf<T extends ListEvent['type']> = Extract<ListEvent, { type: T }>
type TransitionTable = {
  [S in Status]: {
    [T in ListEvent['type']]?: (state: StateOf<S>, event: EventOf<T>) => ListState | undefined
  }
}

const pending = {
  needed: (state: StateOf<'asked' | 'arriving'>, event: EventOf<'needed'>) => {
    if (!suffices(state.request, event)) return asked(state, event)
    const isForTab = state.request.isForTab || event.isForTab
    return { ...state, request: { ...state.request, isForTab } }
  },
  retried: (state: StateOf<'asked' | 'arriving'>, { now }: EventOf<'retried'>) => repeated(state, now),
  arrived: (state: StateOf<'asked' | 'arriving'>, { store }: EventOf<'arrived'>) =>
    ({ ...state, status: 'arriving', arrived: { store, count: store.count } }) as const,
  loaded: ({ request }: StateOf<'asked' | 'arriving'>, { store, loadedAt, sentAt }: EventOf<'loaded'>) =>
    ({ status: 'complete', rows: { store, loadedAt, sentAt, fields: request.fields } }) as const,
  failed: ({ request, rows }: StateOf<'asked' | 'arriving'>, { error }: EventOf<'failed'>) =>
    ({ status: 'failed', request, rows, error }) as const,
  released: ({ rows }: StateOf<'asked' | 'arriving'>, { isKept }: EventOf<'released'>) =>
    rows && isKept ? ({ status: 'stale', rows } as const) : undefined,
}

/** The next state by status and event. An event without an entry is ignored; an undefined state is that of an unknown list. */
const transitions: TransitionTable = {
  unknown: { needed: (_, event) => asked(undefined, event) },
  asked: pending,
  arriving: pending,
  complete: {
    needed: (state, event) => (suffices(state.rows, event) ? state : asked(state, event)),
    lost: (state, { error }) => lost(state, error),
    expired: ({ rows }) => ({ status: 'stale', rows }),
    released: (state, { isKept }) => (isKept ? state : undefined),
  },
  stale: {
    needed: (state, event) => asked(state, event),
    lost: (state, { error }) => lost(state, error),
    released: (state, { isKept }) => (isKept ? state : undefined),
  },
  failed: {
    needed: (state, event) => (suffices(state.rows, event) ? state : asked(state, event)),
    retried: (state, { now }) => repeated(state, now),
    lost: (state, { error }) => lost(state, error),
    released: (state, { isKept }) => (isKept ? state : undefined),
  },
}

/** The state after an event; the same object when the event is ignored. */
export function listAfter(state: ListState | undefined, event: ListEvent): ListState | undefined {
  if ('sentAt' in event && event.sentAt !== pendingRequest(state)?.sentAt) return state
  if (event.type === 'lost' && event.rows !== state?.rows) return state
  // TypeScript cannot derive the transition's type from the two lookups.
  const transition = transitions[state?.status ?? 'unknown'][event.type] as
    | ((state: ListState | undefined, event: ListEvent) => ListState | undefined)
    | undefined
  return transition ? transition(state, event) : state
}

/** The request of a list that is asked or arriving. */
export function pendingRequest(state: ListState | undefined): SentRequest | undefined {
  return state?.status === 'asked' || state?.status === 'arriving' ? state.request : undefined
}

/** Requests all fields that anything has asked for. */
function asked(state: ListState | undefined, { fields, isForTab, now }: EventOf<'needed'>): ListState {
  const earlier = state && 'request' in state ? state.request : undefined
  const replaced = pendingRequest(state)
  const request = {
    fields: [...new Set([...(state?.rows?.fields ?? []), ...(earlier?.fields ?? []), ...fields])],
    sentAt: now,
    isForTab: isForTab || replaced?.isForTab === true,
    isRenewal: covers(state?.rows, fields) || replaced?.isRenewal === true,
  }
  return { status: 'asked', request, rows: state?.rows }
}

function repeated(state: StateOf<'asked' | 'arriving' | 'failed'>, now: number): ListState {
  return { status: 'asked', request: { ...state.request, sentAt: now }, rows: state.rows, error: state.error }
}

function lost({ rows }: StateOf<'complete' | 'stale' | 'failed'>, error: unknown): ListState {
  const { fields = [], sentAt = 0 } = rows ?? {}
  return { status: 'failed', request: { fields, sentAt, isForTab: true, isRenewal: true }, rows, error }
}

function suffices(source: ListRows | SentRequest | undefined, { fields, since }: EventOf<'needed'>): boolean {
  return source !== undefined && covers(source, fields) && source.sentAt >= since
}

function covers(source: { fields: readonly string[] } | undefined, fields: readonly string[]): boolean {
  return source !== undefined && fields.every((field) => source.fields.includes(field))
}

/** A list as a reader of some of its fields sees it. */
export interface ListView {
  rows: ListRows | undefined
  /** The pending request. */
  pending: SentRequest | undefined
  /** The first rows of its large response. */
  arrived: ArrivedRows | undefined
  /** Why the last request failed, also while it is repeated; rows are older then. */
  error: unknown
}

/** Rows and requests without the fields of a reader do not count. */
export function viewOf(state: ListState | undefined, fields: readonly string[]): ListView {
  const rows = covers(state?.rows, fields) ? state?.rows : undefined
  const isRequested = state !== undefined && 'request' in state && covers(state.request, fields)
  if (!isRequested) return { rows, pending: undefined, arrived: undefined, error: undefined }
  // A request for further fields may fail without harm to rows that are new enough.
  const isHarmless = rows !== undefined && !state.request.isRenewal
  return {
    rows,
    pending: pendingRequest(state),
    arrived: state.status === 'arriving' ? state.arrived : undefined,
    error: isHarmless ? undefined : state.error,
  }
}
