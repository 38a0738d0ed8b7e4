import type { RowStore } from '@canje/large-table'
import type { Fault } from '@canje/shared-auth/fault'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LoadRows } from '../rows/load-rows'
import { reportFailure } from './failure'
import { useNotify } from './TabRoot'

/** Why rows are requested: `open` is a URL that staff opened, with another filter of the server. */
export type Purpose = 'load' | 'refresh' | 'filter' | 'reload' | 'open'

interface Result<R> {
  rows: RowStore<R>
  filter: string | undefined
  resultId: number
  loadedAt: Date
}

/** The rows of a large response that is still arriving. */
interface Arrival<R> {
  serial: number
  rows: RowStore<R>
  /** How many of them can be shown so far. */
  count: number
}

/** A request for rows, and the callback for its result. */
interface Operation {
  purpose: Purpose
  /** Text that the rows must match; a reload keeps the filter of the current rows. */
  filter?: string | undefined
  /** Called once the operation's rows are on the screen, also after a retry; never when it was superseded. */
  onShown?: (() => void) | undefined
}

interface Attempt<R> extends Operation {
  serial: number
  retrying: boolean
  /** Callbacks that wait for rows at least as new on the screen, including those of superseded attempts. */
  waiting: (() => void)[]
  /** Callbacks that wait for rows at least as new to load, or for that to fail. */
  readers: ((rows: RowStore<R> | undefined) => void)[]
}

/** The last attempt and its status. */
interface Current<R> {
  attempt: Attempt<R>
  status: 'running' | 'failed' | 'done'
  /** The last valid result, of this attempt or an earlier one. */
  data: Result<R> | undefined
}

export interface RowsState<R> {
  /** The last valid rows; before the first, those received so far. */
  rows: RowStore<R> | undefined
  /** How many rows can be shown. */
  count: number
  /** False while more rows arrive. */
  isComplete: boolean
  /** The rows of a large response that is still arriving; undefined otherwise. */
  arriving: RowStore<R> | undefined
  /** The filter of the rows. */
  filter: string | undefined
  /** The filter of the rows that are loading, otherwise of the rows. */
  requestedFilter: string | undefined
  /** When the last valid rows were complete. */
  loadedAt: Date | undefined
  /** Changes with every result that starts at its first page: of a refresh, or of a filter. */
  resultId: number
  /** The purpose of the pending request. */
  running: Purpose | undefined
  /** Identifies the pending request; undefined without one. */
  request: number | undefined
  /** True from a failure until the next success, or until an attempt other than a retry. */
  failed: boolean
  /** Why the last operation failed; undefined before the first failure. */
  fault: Fault | undefined
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
  /** Cancels the pending request and sends it again. */
  repeat: () => Promise<void>
  /** Retries the failed operation, or reloads lost rows. */
  retry: () => Promise<void>
  /** To be called once the last valid rows are on the screen: it settles the operation that requested them. */
  confirmShown: () => void
  /** Reports that the current rows are lost, for example by a crash of their worker. */
  reportLost: (error: unknown) => void
}

/**
 * Loads a tab's rows at mount, and replaces them only by those of a later success. A failure shows a toast.
 *
 * @param initialFilter text that the first rows must match
 */
export function useRows<R>(load: LoadRows<R>, initialFilter: string | undefined): RowsState<R> {
  const [{ attempt, status, data }, setCurrent] = useState<Current<R>>(() => firstLoad(initialFilter))
  const latest = useRef<Current<R>>({ attempt, status, data })
  const [arrival, setArrival] = useState<Arrival<R>>()
  const [lost, setLost] = useState<RowStore<R>>()
  const [fault, setFault] = useState<Fault>()
  const isMounted = useRef(false)
  const rendered = useRef<Result<R>>(undefined)
  const notify = useNotify()

  const update = (current: Current<R>) => {
    latest.current = current
    setCurrent(current)
  }
  const request = useEffectEvent(async (attempt: Attempt<R>, signal: AbortSignal) => {
    const { filter, serial, readers } = attempt
    const onArrival = (rows: RowStore<R>) => setArrival({ serial, rows, count: rows.count })
    // A new attempt aborts this one only at the next render.
    const isSuperseded = () => signal.aborted || latest.current.attempt !== attempt
    try {
      const rows = await load({ filter, signal, onArrival })
      if (isSuperseded()) return rows.close()
      notifyAll(readers, rows)
      update({ attempt, status: 'done', data: resultOf(attempt, rows, data) })
    } catch (error) {
      if (isSuperseded()) return
      notifyAll(readers, undefined)
      update({ attempt, status: 'failed', data })
      setFault(reportFailure(notify, error))
    }
  })

  useEffect(() => {
    const controller = new AbortController()
    request(attempt, controller.signal)
    return () => controller.abort()
  }, [attempt])
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      const { attempt, data } = latest.current
      notifyAll(attempt.waiting, undefined)
      notifyAll(attempt.readers, undefined)
      // These rows were never rendered, so no other effect closes them.
      if (data !== rendered.current) data?.rows.close()
    }
  }, [])
  useEffect(() => {
    rendered.current = data
    return () => data?.rows.close()
  }, [data])

  async function start(operation: Operation, retrying = false): Promise<void> {
    if (!isMounted.current) return
    const { attempt: previous, data } = latest.current
    const { purpose, filter, onShown } = withFilter(operation, latest.current)
    return new Promise((resolve) => {
      const attempt = {
        purpose,
        filter,
        onShown,
        serial: previous.serial + 1,
        retrying,
        waiting: [...previous.waiting, resolve],
        // Moved to the newer attempt: the result of the old one is discarded.
        readers: previous.readers.splice(0),
      }
      update({ attempt, status: 'running', data })
    })
  }

  async function refetch(): Promise<RowStore<R> | undefined> {
    if (!isMounted.current) return undefined
    return new Promise((resolve) => {
      start({ purpose: 'reload' })
      latest.current.attempt.readers.push(resolve)
    })
  }

  function confirmShown() {
    const { onShown } = attempt
    attempt.onShown = undefined
    onShown?.()
    notifyAll(attempt.waiting, undefined)
  }

  function reportLost(error: unknown) {
    // Without a result, the pending load fails by itself.
    if (!data) return
    setLost(data.rows)
    setFault(reportFailure(notify, error))
  }

  const isRunning = status === 'running'
  const isLost = lost !== undefined && lost === data?.rows
  const arriving = isRunning && arrival?.serial === attempt.serial ? arrival : undefined
  const shown = data ? { rows: data.rows, count: data.rows.count } : arriving

  return {
    rows: shown?.rows,
    count: shown?.count ?? 0,
    isComplete: data !== undefined,
    arriving: arriving?.rows,
    filter: data?.filter,
    requestedFilter: data && status === 'failed' ? data.filter : attempt.filter,
    loadedAt: data?.loadedAt,
    resultId: data?.resultId ?? FIRST_RESULT,
    running: isRunning ? attempt.purpose : undefined,
    request: isRunning ? attempt.serial : undefined,
    failed: isRunning ? attempt.retrying : status === 'failed' || isLost,
    fault,
    start: (operation) => start(operation),
    refetch,
    repeat: () => start(attempt, attempt.retrying),
    retry: () => start(isLost && status !== 'failed' ? { purpose: 'reload', onShown: attempt.onShown } : attempt, true),
    confirmShown,
    reportLost,
  }
}

/** The id of the first result, whose page the URL may name. */
const FIRST_RESULT = 0

function firstLoad<R>(filter: string | undefined): Current<R> {
  const attempt: Attempt<R> = { serial: 0, purpose: 'load', filter, retrying: false, waiting: [], readers: [] }
  return { attempt, status: 'running', data: undefined }
}

/** A reload keeps the filter of the current rows, or repeats a pending request with another filter: it must not undo it. */
function withFilter<R>(operation: Operation, { attempt, status, data }: Current<R>): Operation {
  if (operation.purpose !== 'reload') return operation
  const isOtherPending = status === 'running' && attempt.filter !== data?.filter
  return isOtherPending ? attempt : { ...operation, filter: data?.filter }
}

/** Calls each listener once. */
function notifyAll<T>(listeners: ((value: T) => void)[], value: T) {
  for (const listener of listeners.splice(0)) listener(value)
}

/** @param shown the result on the screen */
function resultOf<R>({ serial, purpose, filter }: Attempt<R>, rows: RowStore<R>, shown?: Result<R>): Result<R> {
  const startsAtFirstPage = purpose === 'refresh' || purpose === 'filter'
  const resultId = startsAtFirstPage ? serial : (shown?.resultId ?? FIRST_RESULT)
  return { rows, filter, resultId, loadedAt: new Date() }
}
