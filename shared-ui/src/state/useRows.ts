import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'

/** Asks the server for rows: all of them, or those that match a filter. */
export type LoadRows<R> = (request: { filter: string | undefined; signal: AbortSignal }) => Promise<R[]>

/** Why rows are asked for. */
export type Purpose = 'load' | 'refresh' | 'filter' | 'reload'

interface Answer<R> {
  rows: R[]
  filter: string | undefined
  edition: number
}

interface Attempt<R> {
  serial: number
  purpose: Purpose
  filter: string | undefined
  retrying: boolean
  /** The last good answer: on the screen until this attempt succeeds, and after it fails. */
  shown: Answer<R> | undefined
  settle: (succeeded: boolean) => void
}

export interface RowsState<R> {
  /** The last good rows, or undefined before the first. */
  rows: R[] | undefined
  /** The filter those rows answer to. */
  filter: string | undefined
  /** Changes when the rows are another result, not when the same result was reloaded. */
  edition: number
  /** What is under way. */
  running: Purpose | undefined
  /** True from a failure to the next success, or to another attempt than a retry. */
  failed: boolean
  /**
   * Asks for rows; whatever was under way is cancelled and its answer ignored.
   *
   * @param filter what the rows must match; a reload keeps the filter of the rows shown
   * @returns true when its rows are the ones shown; false when it failed, was overtaken or the tab is gone
   */
  start: (purpose: Purpose, filter?: string) => Promise<boolean>
  /** Does again what failed. */
  retry: () => Promise<boolean>
}

/** The rows of a tab: loaded at mount, replaced only by a later success. Failures are reported by `TabRoot`. */
export function useRows<R>(load: LoadRows<R>): RowsState<R> {
  const client = useQueryClient()
  const [attempt, setAttempt] = useState<Attempt<R>>(firstAttempt)
  const latest = useRef(attempt)

  const { data, isFetching, isError } = useQuery<Answer<R>>({
    queryKey: queryKey(attempt),
    queryFn: async ({ signal }) => answerTo(attempt, await load({ filter: attempt.filter, signal })),
    initialData: () => attempt.shown,
  })

  useEffect(() => {
    if (!isFetching) attempt.settle(!isError)
  }, [attempt, isFetching, isError])

  useEffect(() => () => latest.current.settle(false), [])

  function start(purpose: Purpose, text: string | undefined, retrying = false): Promise<boolean> {
    const previous = latest.current
    previous.settle(false)
    const shown = client.getQueryData<Answer<R>>(queryKey(previous)) ?? previous.shown
    const filter = purpose === 'reload' ? shown?.filter : text
    return new Promise((settle) => {
      latest.current = { serial: previous.serial + 1, purpose, filter, retrying, shown, settle }
      setAttempt(latest.current)
    })
  }

  return {
    rows: data?.rows,
    filter: data?.filter,
    edition: data?.edition ?? 0,
    running: isFetching ? attempt.purpose : undefined,
    failed: isError || (isFetching && attempt.retrying),
    start: (purpose, filter) => start(purpose, filter),
    retry: () => start(attempt.purpose, attempt.filter, true),
  }
}

function firstAttempt<R>(): Attempt<R> {
  return { serial: 0, purpose: 'load', filter: undefined, retrying: false, shown: undefined, settle: () => undefined }
}

function answerTo<R>({ serial, purpose, filter, shown }: Attempt<R>, rows: R[]): Answer<R> {
  return { rows, filter, edition: purpose === 'reload' && shown ? shown.edition : serial }
}

/** Each attempt is a query of its own, so an overtaken one has nowhere to write. */
function queryKey({ serial }: { serial: number }) {
  return ['rows', serial]
}
