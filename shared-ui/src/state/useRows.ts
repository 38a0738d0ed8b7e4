import type { AnyRow, RowStore } from '@canje/large-table'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { ListRequest, LoadRows } from '../rows/load-rows'
import { nextMoment } from '../rows/moment'
import { sessionLists } from '../rows/session-lists'
import { reportFailure } from './failure'
import { initialRows, type Operation, type Result, type RowsEvent, type RowsState, reduceRows } from './rows-state'
import { useNotify } from './TabRoot'

export interface LoadedRows<R> {
  state: RowsState<R>
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
  /** Sends the pending or failed request again, or reloads lost rows. */
  retry: () => void
  /** To be called once the last valid rows are on the screen: it settles the operation that requested them. */
  confirmShown: () => void
  /** Reports that the current rows are lost, for example by a crash of their worker. */
  reportLost: (error: unknown) => void
}

/**
 * Loads a tab's rows at mount, and replaces them only by those of a later success. The first rows may be those that the
 * session has in memory, and a later request of another tab or panel replaces them too. A failure shows a toast.
 *
 * @param initialFilter text that the first rows must match
 * @param maxAgeMs age of the first rows in milliseconds, above which they are requested; undefined for any age
 */
export function useRows<R extends AnyRow>(
  load: LoadRows<R>,
  initialFilter: string | undefined,
  maxAgeMs: number | undefined,
): LoadedRows<R> {
  const [state, setState] = useState<RowsState<R>>(() => initialRows(initialFilter))
  /** The state of the last event, which may not be rendered yet. */
  const latest = useRef(state)
  /** The time by `nextMoment` before which rows are too old for the last attempt; undefined before the first. */
  const oldest = useRef<number>(undefined)
  const isMounted = useRef(false)
  const rendered = useRef<Result<R>>(undefined)
  /** They wait for rows at least as new as those of the last attempt on the screen. */
  const waiting = useRef<(() => void)[]>([])
  /** They wait for the last attempt to load or to fail. */
  const readers = useRef<((rows: RowStore<R> | undefined) => void)[]>([])
  const notify = useNotify()
  const { attempt, result } = state

  function dispatch(event: RowsEvent<R>) {
    const { attempt, result } = latest.current
    latest.current = reduceRows(latest.current, event)
    if (latest.current.attempt.serial !== attempt.serial) oldest.current = nextMoment()
    if (latest.current.result !== result && result !== rendered.current) result?.rows.close()
    setState(latest.current)
  }

  const request = useEffectEvent(async (serial: number, signal: AbortSignal) => {
    const { filter } = attempt
    // A new attempt aborts this one only at the next render.
    const isSuperseded = () => signal.aborted || latest.current.attempt.serial !== serial
    const onArrival = (rows: RowStore<R>) => dispatch({ type: 'arrived', serial, rows })
    oldest.current ??= maxAgeMs === undefined ? 0 : nextMoment() - maxAgeMs
    const since = oldest.current
    try {
      const { rows, loadedAt } =
        load.list && filter === undefined
          ? await sessionLists().read<R>(load.list, { since, signal, onArrival })
          : { rows: await load({ filter, signal, onArrival }), loadedAt: new Date() }
      if (isSuperseded()) return rows.close()
      callAll(readers.current, rows)
      dispatch({ type: 'loaded', serial, rows, at: loadedAt })
    } catch (error) {
      if (isSuperseded()) return
      callAll(readers.current, undefined)
      dispatch({ type: 'failed', serial, fault: reportFailure(notify, error) })
    }
  })

  useEffect(() => {
    const controller = new AbortController()
    request(attempt.serial, controller.signal)
    return () => controller.abort()
  }, [attempt.serial])
  const takeNewerRows = useEffectEvent((list: ListRequest) => {
    const { status, attempt, result } = latest.current
    if (status === 'loading' || attempt.filter !== undefined) return
    const newer = sessionLists().readNewer<R>(list, result?.loadedAt, oldest.current ?? 0)
    if (newer) dispatch({ type: 'loaded', serial: attempt.serial, rows: newer.rows, at: newer.loadedAt })
  })
  useEffect(() => {
    const { list } = load
    if (!list) return
    const unsubscribe = sessionLists().subscribe(() => takeNewerRows(list))
    return () => {
      unsubscribe()
      sessionLists().expire(list)
    }
  }, [load])
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      callAll(waiting.current, undefined)
      callAll(readers.current, undefined)
      const { result } = latest.current
      // These rows were never rendered, so no other effect closes them.
      if (result !== rendered.current) result?.rows.close()
    }
  }, [])
  useEffect(() => {
    rendered.current = result
    return () => result?.rows.close()
  }, [result])

  async function start(operation: Operation): Promise<void> {
    if (!isMounted.current) return
    return new Promise((resolve) => {
      waiting.current.push(resolve)
      dispatch({ type: 'start', operation })
    })
  }

  async function refetch(): Promise<RowStore<R> | undefined> {
    if (!isMounted.current) return undefined
    return new Promise((resolve) => {
      readers.current.push(resolve)
      start({ purpose: 'reload' })
    })
  }

  function confirmShown() {
    const { attempt: last } = latest.current
    if (last.serial !== attempt.serial) return
    dispatch({ type: 'shown', serial: last.serial })
    last.onShown?.()
    callAll(waiting.current, undefined)
  }

  function reportLost(error: unknown) {
    // Without a result, the pending load fails by itself.
    if (result) dispatch({ type: 'lost', rows: result.rows, fault: reportFailure(notify, error) })
  }

  return { state, start, refetch, retry: () => dispatch({ type: 'retry' }), confirmShown, reportLost }
}

/** Calls each listener once. */
function callAll<T>(listeners: ((value: T) => void)[], value: T) {
  for (const listener of listeners.splice(0)) listener(value)
}
