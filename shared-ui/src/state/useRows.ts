import type { RowStore } from 'large-table'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { LoadRows } from '../rows/load-rows'
import { reportFailure } from './failure'
import { useNotify } from './TabRoot'

/** Why rows are asked for. */
export type Purpose = 'load' | 'refresh' | 'filter' | 'reload'

interface Result<R> {
  rows: RowStore<R>
  filter: string | undefined
  edition: number
}

/** A large response that is on its way. */
interface Arrival<R> {
  serial: number
  rows: RowStore<R>
  /** How many of them can be looked at meanwhile. */
  count: number
}

/** What to ask for, and what then. */
interface Operation {
  purpose: Purpose
  /** What the rows must match; a reload keeps the filter of the rows shown. */
  filter?: string | undefined
  /** Called once its own rows are shown, by a retry at last; never when it was overtaken. */
  onShown?: (() => void) | undefined
}

interface Attempt<R> extends Operation {
  serial: number
  retrying: boolean
  /** Those who wait for rows at least as new: its own, and those that the attempts it overtook left behind. */
  waiting: (() => void)[]
  /** Those who wait for rows at least as new to have been read, or for that to fail. */
  readers: ((rows: RowStore<R> | undefined) => void)[]
}

/** The last attempt and what has become of it. */
interface Current<R> {
  attempt: Attempt<R>
  status: 'running' | 'failed' | 'done'
  /** The result of the last good response, of this attempt or an earlier one. */
  data: Result<R> | undefined
}

export interface RowsState<R> {
  /** The last good rows; before the first, those that have arrived of them. */
  rows: RowStore<R> | undefined
  /** How many of them there are to look at. */
  count: number
  /** False while more of them arrive. */
  isWhole: boolean
  /** The rows of a large response that is on its way; undefined while there is none, or not yet. */
  arriving: RowStore<R> | undefined
  /** The filter those rows answer to. */
  filter: string | undefined
  /** Changes when the rows are another result, not when the same result was reloaded. */
  edition: number
  /** What is under way. */
  running: Purpose | undefined
  /** Identifies the request that is under way; undefined while there is none. */
  request: number | undefined
  /** True from a failure to the next success, or to another attempt than a retry. */
  failed: boolean
  /**
   * Asks for rows; whatever was under way is cancelled and its response ignored.
   *
   * @returns resolves once rows asked for now or later are shown, however often that fails on the way, or at unmount
   */
  start: (operation: Operation) => Promise<void>
  /**
   * Reads the current result again.
   *
   * @returns the rows of this read, or of one that overtook it; undefined when it fails, or once unmounted
   */
  reread: () => Promise<RowStore<R> | undefined>
  /** Gives up the request that is under way and sends it again. */
  repeat: () => Promise<void>
  /** Does again what failed, to its end; rows that are lost are asked for again. */
  retry: () => Promise<void>
  /** Tells that the last good rows are on the screen, which ends what asked for them. */
  end: () => void
  /** Tells that the rows shown are lost to whoever keeps them, which is a failure as any. */
  fail: (error: unknown) => void
}

/** The rows of a tab: loaded at mount, replaced only by a later success. A failure raises the catalogue's toast. */
export function useRows<R>(load: LoadRows<R>): RowsState<R> {
  const [{ attempt, status, data }, setCurrent] = useState<Current<R>>(firstLoad)
  const latest = useRef<Current<R>>({ attempt, status, data })
  const [arrival, setArrival] = useState<Arrival<R>>()
  const [lost, setLost] = useState<RowStore<R>>()
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
    // An attempt that has just begun aborts this one with the next render only.
    const isOvertaken = () => signal.aborted || latest.current.attempt !== attempt
    try {
      const rows = await load({ filter, signal, onArrival })
      if (isOvertaken()) return rows.close()
      tell(readers, rows)
      update({ attempt, status: 'done', data: resultOf(attempt, rows, data) })
    } catch (error) {
      if (isOvertaken()) return
      tell(readers, undefined)
      update({ attempt, status: 'failed', data })
      reportFailure(notify, error)
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
      tell(attempt.waiting, undefined)
      tell(attempt.readers, undefined)
      // Rows that were never rendered.
      if (data !== rendered.current) data?.rows.close()
    }
  }, [])
  useEffect(() => {
    rendered.current = data
    return () => data?.rows.close()
  }, [data])

  async function start({ purpose, filter, onShown }: Operation, retrying = false): Promise<void> {
    if (!isMounted.current) return
    const { attempt: previous, data } = latest.current
    return new Promise((resolve) => {
      const attempt = {
        purpose,
        filter: purpose === 'reload' ? data?.filter : filter,
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

  async function reread(): Promise<RowStore<R> | undefined> {
    if (!isMounted.current) return undefined
    return new Promise((resolve) => {
      start({ purpose: 'reload' })
      latest.current.attempt.readers.push(resolve)
    })
  }

  function end() {
    const { onShown } = attempt
    attempt.onShown = undefined
    onShown?.()
    tell(attempt.waiting, undefined)
  }

  function fail(error: unknown) {
    // A response that is lost while it arrives fails as a load.
    if (!data) return
    setLost(data.rows)
    reportFailure(notify, error)
  }

  const isRunning = status === 'running'
  const isLost = lost !== undefined && lost === data?.rows
  const arriving = isRunning && arrival?.serial === attempt.serial ? arrival : undefined
  const shown = data ? { rows: data.rows, count: data.rows.count } : arriving

  return {
    rows: shown?.rows,
    count: shown?.count ?? 0,
    isWhole: data !== undefined,
    arriving: arriving?.rows,
    filter: data?.filter,
    edition: data?.edition ?? attempt.serial,
    running: isRunning ? attempt.purpose : undefined,
    request: isRunning ? attempt.serial : undefined,
    failed: isRunning ? attempt.retrying : status === 'failed' || isLost,
    start: (operation) => start(operation),
    reread,
    repeat: () => start(attempt, attempt.retrying),
    retry: () => start(isLost && status !== 'failed' ? { purpose: 'reload', onShown: attempt.onShown } : attempt, true),
    end,
    fail,
  }
}

function firstLoad<R>(): Current<R> {
  const attempt: Attempt<R> = { serial: 0, purpose: 'load', retrying: false, waiting: [], readers: [] }
  return { attempt, status: 'running', data: undefined }
}

/** Calls each listener once. */
function tell<T>(listeners: ((value: T) => void)[], value: T) {
  for (const listener of listeners.splice(0)) listener(value)
}

/** @param shown the result on the screen; a reload keeps its edition, and so its page */
function resultOf<R>({ serial, purpose, filter }: Attempt<R>, rows: RowStore<R>, shown?: Result<R>): Result<R> {
  return { rows, filter, edition: purpose === 'reload' && shown ? shown.edition : serial }
}
