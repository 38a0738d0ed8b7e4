import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { RowStore } from 'large-table'
import { useEffect, useRef, useState } from 'react'
import type { LoadRows } from '../rows/load-rows'
import { reportFailure } from './failure'
import { useNotify } from './TabRoot'

/** Why rows are asked for. */
export type Purpose = 'load' | 'refresh' | 'filter' | 'reload'

interface Answer<R> {
  rows: RowStore<R>
  filter: string | undefined
  edition: number
}

/** A large answer that is on its way. */
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
  /** The last good answer: on the screen until this attempt succeeds, and after it fails. */
  shown: Answer<R> | undefined
  /** Those who wait for rows at least as new: its own, and those that the attempts it overtook left behind. */
  waiting: (() => void)[]
  /** Those who wait for rows at least as new to have been read, or for that to fail. */
  readers: ((rows: RowStore<R> | undefined) => void)[]
}

export interface RowsState<R> {
  /** The last good rows; before the first, those that have arrived of them. */
  rows: RowStore<R> | undefined
  /** How many of them there are to look at. */
  count: number
  /** False while more of them arrive. */
  isWhole: boolean
  /** The rows of a large answer that is on its way; undefined while there is none, or not yet. */
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
   * Asks for rows; whatever was under way is cancelled and its answer ignored.
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

/** The rows of a tab: loaded at mount, replaced only by a later success. Failures are reported by `TabRoot`. */
export function useRows<R>(load: LoadRows<R>): RowsState<R> {
  const client = useQueryClient()
  const [attempt, setAttempt] = useState<Attempt<R>>(firstAttempt)
  const latest = useRef(attempt)
  const [arrival, setArrival] = useState<Arrival<R>>()
  const [lost, setLost] = useState<RowStore<R>>()
  const isMounted = useRef(false)
  const notify = useNotify()

  const { data, isFetching, isError } = useQuery<Answer<R>>({
    queryKey: queryKey(attempt),
    queryFn: async ({ signal }) => {
      try {
        const rows = await load({ filter: attempt.filter, signal, onArrival })
        tellReaders(attempt, rows)
        return answerTo(attempt, rows)
      } catch (error) {
        tellReaders(attempt, undefined)
        throw error
      }
    },
    initialData: () => attempt.shown,
  })

  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
      release(latest.current)
      tellReaders(latest.current, undefined)
    }
  }, [])
  useEffect(() => () => data?.rows.close(), [data])

  function onArrival(rows: RowStore<R>) {
    setArrival({ serial: attempt.serial, rows, count: rows.count })
  }

  function start({ purpose, filter, onShown }: Operation, retrying = false): Promise<void> {
    const previous = latest.current
    const shown = client.getQueryData<Answer<R>>(queryKey(previous)) ?? previous.shown
    return new Promise((resolve) => {
      latest.current = {
        purpose,
        filter: purpose === 'reload' ? shown?.filter : filter,
        onShown,
        serial: previous.serial + 1,
        retrying,
        shown,
        waiting: [...previous.waiting, resolve],
        // Moved to the newer attempt: the result of the old one is discarded.
        readers: previous.readers.splice(0),
      }
      setAttempt(latest.current)
    })
  }

  async function reread(): Promise<RowStore<R> | undefined> {
    if (!isMounted.current) return undefined
    return new Promise((resolve) => {
      start({ purpose: 'reload' })
      latest.current.readers.push(resolve)
    })
  }

  function end() {
    const { onShown } = attempt
    attempt.onShown = undefined
    onShown?.()
    release(attempt)
  }

  function fail(error: unknown) {
    // An answer that is lost while it arrives fails as a load.
    if (!data) return
    setLost(data.rows)
    reportFailure(notify, error)
  }

  const isLost = lost !== undefined && lost === data?.rows
  const arriving = isFetching && arrival?.serial === attempt.serial ? arrival : undefined
  const shown = data ? { rows: data.rows, count: data.rows.count } : arriving

  return {
    rows: shown?.rows,
    count: shown?.count ?? 0,
    isWhole: data !== undefined,
    arriving: arriving?.rows,
    filter: data?.filter,
    edition: data?.edition ?? attempt.serial,
    running: isFetching ? attempt.purpose : undefined,
    request: isFetching ? attempt.serial : undefined,
    failed: isFetching ? attempt.retrying : isError || isLost,
    start: (operation) => start(operation),
    reread,
    repeat: () => start(attempt, attempt.retrying),
    retry: () => start(isLost && !isError ? { purpose: 'reload', onShown: attempt.onShown } : attempt, true),
    end,
    fail,
  }
}

function firstAttempt<R>(): Attempt<R> {
  return { serial: 0, purpose: 'load', retrying: false, shown: undefined, waiting: [], readers: [] }
}

function tellReaders<R>({ readers }: Attempt<R>, rows: RowStore<R> | undefined) {
  for (const tell of readers.splice(0)) tell(rows)
}

function release({ waiting }: { waiting: (() => void)[] }) {
  for (const resolve of waiting.splice(0)) resolve()
}

function answerTo<R>({ serial, purpose, filter, shown }: Attempt<R>, rows: RowStore<R>): Answer<R> {
  return { rows, filter, edition: purpose === 'reload' && shown ? shown.edition : serial }
}

/** Each attempt is a query of its own, so an overtaken one has nowhere to write. */
function queryKey({ serial }: { serial: number }) {
  return ['rows', serial]
}
