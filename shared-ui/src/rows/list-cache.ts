import type { AnyRow, RowStore } from '@canje/large-table'
import { sessionValue } from '@canje/shared-auth'
import { createStore } from 'zustand/vanilla'
import {
  type ListEvent,
  type ListRows,
  type ListState,
  listAfter,
  pendingRequest,
  type SentRequest,
  viewOf,
} from './list-state'
import { nextTime } from './time'

/** How a list is loaded. */
export interface ListSource {
  /** Identifies the list in the cache. */
  key: string
  /** The fields that this reader needs. */
  fields: readonly string[]
  /** Its rows stay in memory while nothing needs them. */
  isKept: boolean
  load: (
    fields: readonly string[],
    request: { signal: AbortSignal; onArrival: (store: RowStore<AnyRow>) => void },
  ) => Promise<RowStore<AnyRow>>
}

/**
 * Creates a cache of lists, which everything that reads rows shares. A list is requested when something first needs it;
 * `list-state.ts` has its states and transitions. This module only carries them out: it sends and aborts requests, and
 * closes rows that have been replaced.
 */
export function createListCache() {
  const { getState, setState, subscribe } = createStore<Readonly<Record<string, ListState>>>()(() => ({}))
  const controllers = new Map<string, AbortController>()
  /** What needs a list now. */
  const readers = new Set<Pick<ListSource, 'key'>>()

  function dispatch(source: ListSource, event: ListEvent) {
    const { [source.key]: before, ...others } = getState()
    const after = listAfter(before, event)
    if (after === before) return
    const [sent, next] = [pendingRequest(before), pendingRequest(after)]
    if (sent && sent.sentAt !== next?.sentAt) controllers.get(source.key)?.abort()
    setState(after ? { ...others, [source.key]: after } : others, true)
    if (before?.rows !== after?.rows) before?.rows?.store.close()
    if (next && sent?.sentAt !== next.sentAt) send(source, next)
  }

  function send(source: ListSource, { fields, sentAt }: SentRequest) {
    const controller = new AbortController()
    controllers.set(source.key, controller)
    const onArrival = (store: RowStore<AnyRow>) => dispatch(source, { type: 'arrived', sentAt, store })
    const load = async () => source.load(fields, { signal: controller.signal, onArrival })
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
    viewOf: (source: ListSource) => viewOf(stateOf(source), source.fields),
    /**
     * Requests a list, unless it has been requested with these fields since a time by `nextTime`, and keeps it.
     *
     * @param isForTab nothing else can then cancel the request
     * @returns to be called when it is no longer needed; a pending request that nothing needs is aborted
     */
    read: (source: ListSource, since: number, isForTab = false): (() => void) => {
      const reader = { key: source.key }
      readers.add(reader)
      dispatch(source, { type: 'needed', fields: source.fields, since, isForTab, now: nextTime() })
      return () => {
        readers.delete(reader)
        // A reader that replaces this one starts in the same task.
        queueMicrotask(() => {
          const isRead = [...readers].some(({ key }) => key === source.key)
          if (!isRead) dispatch(source, { type: 'released', isKept: source.isKept })
        })
      }
    },
    /** Requests a list again that has failed, or whose request takes long. */
    retry: (source: ListSource) => dispatch(source, { type: 'retried', now: nextTime() }),
    /** Cancels the pending request of a list, unless a tab waits for it. */
    cancel: (source: ListSource) => {
      if (pendingRequest(stateOf(source))?.isForTab === false) controllers.get(source.key)?.abort()
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
          resolve(state?.status === 'complete' ? state.rows.store : undefined)
        }
        const unsubscribe = subscribe(check)
        check()
      }),
    close: () => {
      const states = Object.values(getState())
      setState({}, true)
      for (const { rows } of states) rows?.store.close()
      for (const controller of controllers.values()) controller.abort()
    },
  }
}
export type ListCache = ReturnType<typeof createListCache>

const KEY = Symbol('lists of the session')

/** The lists of the current session, of all tabs with this copy of the package. */
export function sessionLists(): ListCache {
  return sessionValue(KEY, createListCache)
}
