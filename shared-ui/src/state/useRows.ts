import type { AnyRow, RowStore } from '@canje/large-table'
import { type Fault, faultOf } from '@canje/shared-auth/fault'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { type ListSource, sessionLists } from '../rows/list-cache'
import { type ArrivedRows, type ListRows, type ListState, pendingRequest, viewOf } from '../rows/list-state'
import type { LoadRows } from '../rows/load-rows'
import { nextTime } from '../rows/time'
import { reportFailure } from './failure'
import { useNotify } from './TabRoot'

/**
 * Why a table asks for rows: `open` is a URL that staff opened, with another filter of the server; `renew` is a `reload`
 * that makes older lists of details be loaded again too.
 */
type Purpose = 'load' | 'refresh' | 'filter' | 'reload' | 'renew' | 'open'

/** What a table asks for. */
interface Operation {
  purpose: Purpose
  /** Text that the rows must match; a reload keeps the filter of the current rows. */
  filter?: string | undefined
  /** Called once the operation's rows are on the screen, also after a retry; never when it was superseded. */
  onShown?: (() => void) | undefined
}

interface AskedOperation extends Operation {
  /** The time by `nextTime` before which a request is too old. */
  since: number
  /** The time of the last refresh or renewal; 0 without one. */
  renewedAt: number
}

/** The table's own share of the newest rows that it asked for. */
interface ShownRows<R> {
  /** The rows in the cache. */
  of: ListRows
  store: RowStore<R>
  filter: string | undefined
  /** Changes with every result that starts at its first page: of a refresh, or of a filter. */
  resultId: number
}

interface State<R> {
  operation: AskedOperation
  /** The list of the operation. */
  list: ListState | undefined
  shown: ShownRows<R> | undefined
}

/** The request for the rows. */
export interface TableRequest {
  /** The purpose of the pending request; `reload` for one of another tab or panel. */
  running: Purpose | undefined
  /** Identifies a pending request without rows so far; undefined otherwise. */
  id: number | undefined
  /** The rows of a large response while they arrive; their count grows without a render. */
  arriving: { readonly count: number } | undefined
  /** Identifies the result: a new one starts at its first page, a reloaded one keeps its id and page. */
  resultId: number
  /** When the rows were loaded. */
  loadedAt: Date | undefined
  /** The time of the last renewal or refresh by `nextTime`; 0 without one. */
  renewedAt: number
  /** Why the last request failed, also while it is repeated. */
  fault: Fault | undefined
  /** Sends the pending or failed request again, or reloads lost rows. */
  retry: () => void
}

/** The list of a table in the cache of the session. */
export interface TableList<R> {
  /** The complete rows to show; undefined before the first. */
  complete: RowStore<R> | undefined
  /** The first rows of a large response, while it arrives. */
  arrived: (ArrivedRows & { store: RowStore<R> }) | undefined
  /** The filter of the complete rows. */
  filter: string | undefined
  /** The filter of the rows that are loading, otherwise of the rows. */
  requestedFilter: string | undefined
  request: TableRequest
  /**
   * Requests rows. A pending request is cancelled and its response ignored.
   *
   * @returns resolves once the rows of this or a later request are on the screen, or at unmount; never rejects
   */
  start: (operation: Operation) => Promise<void>
  /**
   * Requests the current result again.
   *
   * @returns the rows of this request, or of one that superseded it; undefined on failure or after unmount
   */
  refetch: () => Promise<RowStore<R> | undefined>
  /** To be called once the rows are on the screen: it settles the operation that requested them. */
  confirmShown: () => void
  /** Reports that the current rows are lost, for example by a crash of their worker. */
  reportLost: (error: unknown) => void
}

/** The id of the first result, whose page the URL may name. */
const FIRST_RESULT = 0

/**
 * Reads the rows of a table in the cache of the session, and replaces them only by those of a later success: of its own
 * request, or of another tab or panel. A failure shows a toast.
 *
 * @param initialFilter text that the first rows must match
 * @param maxAgeMs age of the first rows in milliseconds, above which they are requested; undefined for any age
 */
export function useRows<R extends AnyRow>(
  load: LoadRows<R>,
  initialFilter: string | undefined,
  maxAgeMs: number | undefined,
): TableList<R> {
  const [lists] = useState(sessionLists)
  const notify = useNotify()
  const id = useId()
  const [state, setState] = useState<State<R>>(() => {
    const since = maxAgeMs === undefined ? 0 : nextTime() - maxAgeMs
    const operation: AskedOperation = { purpose: 'load', filter: initialFilter, since, renewedAt: 0 }
    return { operation, list: undefined, shown: undefined }
  })
  /** The last state, which may not be rendered yet. */
  const latest = useRef(state)
  /** They wait for rows at least as new as those of the last operation on the screen; undefined while unmounted. */
  const waiting = useRef<(() => void)[]>(undefined)
  /** Ends the reading of the operation's list. */
  const reading = useRef<() => void>(undefined)
  const { operation, list, shown } = state

  function set(changed: Partial<State<R>>) {
    latest.current = { ...latest.current, ...changed }
    setState(latest.current)
  }

  const loadRows = useEffectEvent(load)
  /** Rows of another kind, and those with a filter, are of this table alone. */
  function sourceOf(filter: string | undefined): ListSource {
    if (load.list && filter === undefined) return load.list
    return {
      key: `${id} ${filter ?? ''}`,
      fields: [],
      isKept: false,
      load: (_fields, request) => loadRows({ filter, ...request }),
    }
  }

  /** Takes what the cache knows of the list, whose fields are those of `R`. */
  const follow = useEffectEvent((source: ListSource) => {
    const { operation, shown, list: before } = latest.current
    const list = lists.stateOf(source)
    if (list === before) return
    const { rows, error } = viewOf(list, source.fields)
    const hasFailed = list?.status === 'failed' && list.request.isForTab
    if (before && hasFailed && error !== undefined) reportFailure(notify, error)
    if (!rows || rows === shown?.of || rows.sentAt < operation.since) return set({ list })
    shown?.store.close()
    const { purpose, filter, since } = operation
    const isNewResult = purpose === 'refresh' || purpose === 'filter'
    const resultId = isNewResult ? since : (shown?.resultId ?? FIRST_RESULT)
    set({ list, shown: { of: rows, store: rows.store.share() as RowStore<R>, filter, resultId } })
  })

  function read({ filter, since }: AskedOperation) {
    const source = sourceOf(filter)
    reading.current?.()
    const unsubscribe = lists.subscribe(() => follow(source))
    const release = lists.read(source, since, true)
    reading.current = () => {
      unsubscribe()
      release()
    }
    follow(source)
  }

  const enter = useEffectEvent(() => {
    const status = lists.stateOf(sourceOf(operation.filter))?.status
    // Rows that may be why the tab failed are not shown again.
    const isDoubtful = status === 'stale' || status === 'failed'
    if (isDoubtful) set({ operation: { ...operation, since: nextTime() } })
    read(latest.current.operation)
  })
  const leave = useEffectEvent(() => {
    reading.current?.()
    callAll(waiting.current ?? [])
    waiting.current = undefined
    latest.current.shown?.store.close()
    if (load.list) lists.expire(load.list)
  })
  useEffect(() => {
    waiting.current = []
    enter()
    return () => leave()
  }, [])

  async function start(asked: Operation): Promise<void> {
    const { current: listeners } = waiting
    if (!listeners) return
    return new Promise((resolve) => {
      listeners.push(resolve)
      const since = nextTime()
      const isRenewal = asked.purpose === 'refresh' || asked.purpose === 'renew'
      const renewedAt = isRenewal ? since : latest.current.operation.renewedAt
      const operation = { ...withFilter(asked, latest.current), since, renewedAt }
      set({ operation })
      read(operation)
    })
  }

  const { filter } = operation
  const view = viewOf(list, sourceOf(filter).fields)
  const isAnswered = shown !== undefined && shown.of.sentAt >= operation.since
  const isPending = list === undefined || view.pending !== undefined
  // What a panel asked for, and may have cancelled, is no failure of rows that are as new as the table asked for.
  const isOfPanel = isAnswered && list !== undefined && 'request' in list && !list.request.isForTab
  const fault = view.error === undefined || isOfPanel ? undefined : faultOf(view.error)
  return {
    complete: shown?.store,
    arrived: view.arrived as TableList<R>['arrived'],
    filter: shown?.filter,
    requestedFilter: shown && fault && !isPending ? shown.filter : filter,
    request: {
      running: isPending ? (isAnswered ? 'reload' : operation.purpose) : undefined,
      id: view.arrived ? undefined : view.pending?.sentAt,
      arriving: view.arrived?.store,
      resultId: shown?.resultId ?? FIRST_RESULT,
      loadedAt: shown?.of.loadedAt,
      renewedAt: operation.renewedAt,
      fault,
      retry: () => lists.retry(sourceOf(filter)),
    },
    start,
    refetch: async () => {
      if (!waiting.current) return undefined
      start({ purpose: 'reload' })
      return (await lists.settled(sourceOf(latest.current.operation.filter))) as RowStore<R> | undefined
    },
    confirmShown: () => {
      if (!isAnswered || fault || latest.current.operation !== operation) return
      if (operation.onShown) set({ operation: { ...operation, onShown: undefined } })
      operation.onShown?.()
      callAll(waiting.current ?? [])
    },
    reportLost: (error) => {
      if (shown) lists.lose(sourceOf(filter), shown.of, error)
    },
  }
}

/** A reload keeps the filter of the current rows, or repeats a pending request with another filter: it must not undo it. */
function withFilter<R>(asked: Operation, { operation, list, shown }: State<R>): Operation {
  if (asked.purpose !== 'reload' && asked.purpose !== 'renew') return asked
  const isPending = list === undefined || pendingRequest(list) !== undefined
  return isPending && operation.filter !== shown?.filter ? operation : { ...asked, filter: shown?.filter }
}

/** Calls each of them once. */
function callAll(listeners: (() => void)[]) {
  for (const listener of listeners.splice(0)) listener()
}
