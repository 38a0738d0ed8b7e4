import type { AnyRow, RowStore } from '@canje/large-table'
import { sessionValue } from '@canje/shared-auth'
import { createStore } from 'zustand/vanilla'
import {
  type ListEvent,
  type ListRows,
  type ListState,
  listAfter,
  type Need,
  pendingRequest,
  type SentRequest,
  suffices,
  viewOf,
} from './list-state'
import { nextTime } from './time'

/** What becomes of a request for rows. */
export interface ListRequest<R> {
  signal: AbortSignal
  /** Gets the first rows of a large response, and again with a higher count until the response is complete. */
  onArrival: (store: RowStore<R>) => void
}

/** How a list is loaded. */
export interface ListSource {
  /** Identifies the list in the cache. */
  key: string
  /** The fields that this reader needs. */
  fields: readonly string[]
  /** Its rows stay in memory while nothing needs them. */
  isKept: boolean
  load: (fields: readonly string[], request: ListRequest<AnyRow>) => Promise<RowStore<AnyRow>>
}

interface Reader extends Need {
  key: string
  onFailure: ((error: unknown) => void) | undefined
}

/**
 * Creates a cache of lists, which everything that reads rows shares. A list is requested when something first needs it;
 * `list-state.ts` has its states and transitions. This module only carries them out: it sends and aborts requests, closes
 * rows that have been replaced, and reports failures.
 */
export function createListCache() {
  const { getState, setState, subscribe } = createStore<Readonly<Record<string, ListState>>>()(() => ({}))
  /** What needs a list now. */
  const readers = new Set<Reader>()
  let isClosed = false

  function dispatch(source: ListSource, event: ListEvent) {
    const { [source.key]: before, ...others } = getState()
    const after = listAfter(before, event)
    if (after === before || isClosed) return
    const [sent, next] = [pendingRequest(before), pendingRequest(after)]
    setState(after ? { ...others, [source.key]: after } : others, true)
    if (before?.rows?.store !== after?.rows?.store) before?.rows?.store.close()
    // Tells one tab, even if several tabs read the list.
    if (after?.status === 'failed' && before?.status !== 'failed') waitingTab(source)?.onFailure?.(after.error)
    if (sent?.sentAt === next?.sentAt) return
    // The browser reports a request as cancelled that is aborted after its response.
    if (event.type !== 'loaded') sent?.controller.abort()
    if (next) send(source, next)
  }

  /** A tab that lacks the rows that it needs of a list, if there is one. */
  function waitingTab({ key }: ListSource): Reader | undefined {
    return [...readers].find(
      (reader) => reader.key === key && reader.onFailure && !suffices(getState()[key]?.rows, reader),
    )
  }

  function send(source: ListSource, { fields, sentAt, controller: { signal } }: SentRequest) {
    const onArrival = (store: RowStore<AnyRow>) => dispatch(source, { type: 'arrived', sentAt, store })
    const load = async () => source.load(fields, { signal, onArrival })
    load().then(
      (store) => {
        dispatch(source, { type: 'loaded', sentAt, store, loadedAt: new Date() })
        // The response of an earlier request is ignored.
        if (getState()[source.key]?.rows?.store !== store) store.close()
      },
      (error: unknown) => dispatch(source, { type: 'failed', sentAt, error }),
    )
  }

  const stateOf = ({ key }: ListSource) => getState()[key]
  return {
    subscribe,
    getState,
    stateOf,
    /** What is known of a list, for a reader of its fields. */
    viewOf: (source: ListSource, since = 0) => viewOf(stateOf(source), { fields: source.fields, since }),
    /**
     * Requests a list, unless it has been requested with these fields since a time by `nextTime`, and keeps it.
     *
     * @param onFailure of a tab, whose request nothing else can cancel; gets the error of a request or of a loss of rows
     * @returns to be called when it is no longer needed; a pending request that nothing needs is aborted
     */
    read: (source: ListSource, since: number, onFailure?: Reader['onFailure']): (() => void) => {
      const { key, fields, isKept } = source
      const reader = { key, fields, since, onFailure }
      readers.add(reader)
      dispatch(source, { type: 'needed', fields, since, now: nextTime() })
      return () => {
        readers.delete(reader)
        // A reader that replaces this one starts in the same task.
        queueMicrotask(() => {
          if (![...readers].some((other) => other.key === key)) dispatch(source, { type: 'released', isKept })
        })
      }
    },
    /** Requests a list again that has failed, or whose request takes long. */
    retry: (source: ListSource) => dispatch(source, { type: 'retried', now: nextTime() }),
    /** Whether a tab waits for a list, so that nothing else cancels its request. */
    isForTab: (source: ListSource) => waitingTab(source) !== undefined,
    /** Cancels the pending request of a list, unless a tab waits for it. */
    cancel: (source: ListSource) => {
      if (!waitingTab(source)) pendingRequest(stateOf(source))?.controller.abort()
    },
    /** Reports that rows cannot be read any more. */
    lose: (source: ListSource, rows: ListRows, error: unknown) => dispatch(source, { type: 'lost', rows, error }),
    /** Makes whatever needs a list next request it again: a tab that failed may have failed by its rows. */
    expire: (source: ListSource) => dispatch(source, { type: 'expired' }),
    /** @returns the rows of the pending request, or of one that follows it; undefined when it fails or is aborted */
    settled: (source: ListSource) =>
      new Promise<RowStore<AnyRow> | undefined>((resolve) => {
        const check = () => {
          const state = stateOf(source)
          if (pendingRequest(state)) return
          unsubscribe()
          resolve(state?.status === 'complete' ? state.rows?.store : undefined)
        }
        const unsubscribe = subscribe(check)
        check()
      }),
    /** Closes all rows and aborts all requests; nothing is requested any more. */
    close: () => {
      isClosed = true
      const states = Object.values(getState())
      setState({}, true)
      for (const { rows, request } of states) {
        rows?.store.close()
        request.controller.abort()
      }
    },
  }
}
export type ListCache = ReturnType<typeof createListCache>

/** A list as one of its readers sees it. */
export type ListView = ReturnType<ListCache['viewOf']>

const KEY = Symbol('lists of the session')

/** The lists of the current session, of all tabs with this copy of the package. */
export function sessionLists(): ListCache {
  return sessionValue(KEY, createListCache)
}
