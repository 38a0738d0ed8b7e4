import type { AnyRow, RowStore } from '@canje/large-table'
import { faultOf } from '@canje/shared-auth/fault'
import { useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react'
import { type ListSource, sessionLists } from '../rows/list-cache'
import type { LoadRows } from '../rows/load-rows'
import { nextTime } from '../rows/time'
import { reportFailure } from './failure'
import { useNotify } from './TabRoot'

/** Why a table asks for rows: `renew` is a `reload` that makes older lists of details be loaded again too. */
type Purpose = 'load' | 'refresh' | 'filter' | 'reload' | 'renew'

/** What a table asks for. */
interface Operation {
  purpose: Purpose
  /** Text that the rows must match. */
  filter: string | undefined
  /** The time by `nextTime` before which a request is too old. */
  since: number
  /** The id of the result that its rows are of. */
  resultId: number
  /** The time of the last refresh or renewal; 0 without one. */
  renewedAt: number
}

/** The list of a table in the cache of the session. */
export type TableList<R extends AnyRow> = ReturnType<typeof useRows<R>>

/** The request for the rows. */
export type TableRequest = TableList<AnyRow>['request']

/** The id of the first result, whose page the URL may name. */
const FIRST_RESULT = 0

/**
 * Reads the rows of a table in the cache of the session. They are those of the last operation that was answered, by its own
 * request or by that of another tab or panel. A failure shows a toast.
 *
 * @param initialFilter text that the first rows must match
 */
export function useRows<R extends AnyRow>(load: LoadRows<R>, initialFilter: string | undefined) {
  const [lists] = useState(sessionLists)
  const notify = useNotify()
  const id = useId()
  const [operation, setOperation] = useState<Operation>({
    purpose: 'load',
    filter: initialFilter,
    since: 0,
    resultId: FIRST_RESULT,
    renewedAt: 0,
  })
  /** The last operation that was answered. */
  const [answered, setAnswered] = useState<Operation>()
  /** As of the last start, which may not be rendered yet. */
  const latest = useRef({ operation, answered })
  /** They wait for the rows of the last operation on the screen; undefined while unmounted. */
  const waiting = useRef<((filter?: string) => void)[]>(undefined)
  /** Ends the reading of the operation's list. */
  const reading = useRef<() => void>(undefined)

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
  const source = sourceOf(operation.filter)
  useSyncExternalStore(lists.subscribe, () => lists.stateOf(source))
  const { isNew, pending, arrived, error } = lists.viewOf(source, operation.since)
  const shown = isNew ? operation : answered
  if (shown !== answered) setAnswered(shown)
  const shownSource = shown && sourceOf(shown.filter)
  const rows = useSyncExternalStore(lists.subscribe, () => shownSource && lists.stateOf(shownSource)?.rows)
  const complete = rows?.store as RowStore<R> | undefined

  function read(filter: string | undefined, since: number) {
    return lists.read(sourceOf(filter), since, (error) => reportFailure(notify, error))
  }
  const enter = useEffectEvent(() => {
    waiting.current = []
    reading.current = read(operation.filter, operation.since)
  })
  const leave = useEffectEvent(() => {
    reading.current?.()
    for (const resolve of waiting.current ?? []) resolve()
    waiting.current = undefined
    if (load.list) lists.expire(load.list)
  })
  // Before the first paint: an earlier failure of the list is none of this table.
  useLayoutEffect(() => {
    enter()
    return () => leave()
  }, [])
  /** Keeps the rows on the screen while those of another filter load. */
  const hold = useEffectEvent(() => shown && read(shown.filter, Number.NEGATIVE_INFINITY))
  useEffect(() => {
    latest.current.answered = shown
    return hold()
  }, [shown])

  /**
   * Requests rows. A pending request is cancelled and its response ignored; a reload repeats it, so as not to undo it.
   *
   * @param filter text that the rows must match; a reload keeps that of the current rows
   * @returns resolves once the rows of this or a later request are on the screen, to their filter; to undefined without
   *   one, and at unmount; never rejects
   */
  async function start(purpose: Purpose, filter?: string): Promise<string | undefined> {
    const { current: listeners } = waiting
    if (!listeners) return undefined
    const { operation: before, answered } = latest.current
    const since = nextTime()
    const isReload = purpose === 'reload' || purpose === 'renew'
    const isPending = lists.viewOf(sourceOf(before.filter), before.since).pending !== undefined
    const repeated = isPending ? before : { purpose, filter: (answered ?? before).filter }
    const asked = isReload ? repeated : { purpose, filter }
    const isNewResult = asked.purpose === 'refresh' || asked.purpose === 'filter'
    const isRenewal = purpose === 'refresh' || purpose === 'renew'
    const next: Operation = {
      ...asked,
      since,
      resultId: isNewResult ? since : (answered?.resultId ?? FIRST_RESULT),
      renewedAt: isRenewal ? since : before.renewedAt,
    }
    latest.current.operation = next
    setOperation(next)
    reading.current?.()
    reading.current = read(next.filter, since)
    return new Promise((resolve) => listeners.push(resolve))
  }

  const fault = error === undefined ? undefined : faultOf(error)
  const isRunning = !isNew && (pending !== undefined || (!shown && !fault))
  return {
    /** The complete rows to show; undefined before the first. */
    complete,
    /** The first rows of a large response while it arrives, and how many of them can be shown so far. */
    arrived: arrived as { store: RowStore<R>; count: number } | undefined,
    /** The filter of the complete rows. */
    filter: shown?.filter,
    /** The filter of the rows that are loading, otherwise of the rows. */
    requestedFilter: shown && fault && !pending ? shown.filter : operation.filter,
    request: {
      /** The purpose of the pending request; undefined while there are rows as new as the table asked for. */
      running: isRunning ? operation.purpose : undefined,
      /** Identifies a pending request without rows so far; undefined otherwise. */
      id: arrived ? undefined : pending?.sentAt,
      /** The number of rows of a large response that have arrived. */
      arriving: arrived?.count,
      /** Identifies the result: a new one starts at its first page, a reloaded one keeps its id and page. */
      resultId: shown?.resultId ?? FIRST_RESULT,
      /** When the rows were loaded. */
      loadedAt: rows?.loadedAt,
      /** The time of the last renewal or refresh by `nextTime`; 0 without one. */
      renewedAt: operation.renewedAt,
      /** Why the last request failed, also while it is repeated. */
      fault,
      /** Sends the pending or failed request again, or reloads lost rows. */
      retry: () => lists.retry(source),
    },
    start,
    /**
     * Requests the current result again.
     *
     * @returns the rows of this request, or of one that superseded it; undefined on failure or after unmount
     */
    refetch: async () => {
      if (!waiting.current) return undefined
      start('reload')
      return (await lists.settled(sourceOf(latest.current.operation.filter))) as RowStore<R> | undefined
    },
    /** To be called once the rows are on the screen: it settles the operations that requested them. */
    confirmShown: () => {
      if (!isNew || latest.current.operation !== operation) return
      for (const resolve of waiting.current?.splice(0) ?? []) resolve(operation.filter)
    },
    /** Reports that the current rows are lost, for example by a crash of their worker. */
    reportLost: (error: unknown) => {
      if (shownSource && rows) lists.lose(shownSource, rows, error)
    },
  }
}
