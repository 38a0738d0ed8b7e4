import type { RowStore } from '@canje/large-table'
import { sessionValue } from '@canje/shared-auth'
import { type Fault, faultOf } from '@canje/shared-auth/fault'
import {
  type Entry,
  type ListState,
  type LoadedList,
  listState,
  type Reader,
  type Request,
  withFields,
} from './list-state'
import { type ListRequest, loadList, type RowsRequest } from './load-rows'
import { nextMoment } from './moment'

/** A tab's request for a list. */
interface ListReading<R> extends Pick<RowsRequest<R>, 'signal' | 'onArrival'> {
  /** The time by `nextMoment` before which a request is too old. */
  since: number
}

/**
 * The lists of a session by request: path, method and body. A list is requested when something first needs it, and the
 * rows of the last request serve all tabs and panels.
 */
export class SessionLists {
  /** Increases with each change of a state. */
  version = 0
  private readonly entries = new Map<string, Entry>()
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** What is known of a list, with its fields. */
  stateOf(list: ListRequest): ListState {
    return listState(this.entries.get(keyOf(list)), list)
  }

  /**
   * Loads a list unless it is known with these fields.
   *
   * @param since the time by `nextMoment` before which a request is too old
   * @returns to be called when the list is no longer needed; a pending request that nobody needs is cancelled
   */
  hold(list: ListRequest, since: number): () => void {
    const entry = this.entryOf(list)
    const holder = Symbol(list.url)
    entry.holders.add(holder)
    this.loadIfNeeded(entry, list, since)
    return () => {
      entry.holders.delete(holder)
      this.abandonIfUnused(entry)
    }
  }

  /**
   * Reads a list for a tab: from memory, from a pending request, or by a new one.
   *
   * @returns rows that the tab closes, and when they were loaded
   * @throws as {@link loadList}
   */
  async read<R>(list: ListRequest, { signal, onArrival, ...reading }: ListReading<R>): Promise<LoadedList<R>> {
    const entry = this.entryOf(list)
    const since = Math.max(reading.since, entry.expiredAt)
    this.loadIfNeeded(entry, list, since)
    const { request } = entry
    const result = withFields(entry.result, list.fields)
    if (result && result.sentAt >= since) return sharedBy(result)
    return new Promise<LoadedList<R>>((resolve, reject) => {
      const reader: Reader = {
        onArrival: (rows) => onArrival(rows as RowStore<R>),
        resolve: (result) => resolve(sharedBy(result)),
        reject,
      }
      entry.readers.add(reader)
      if (request?.arrival) reader.onArrival(request.arrival)
      signal.addEventListener('abort', () => {
        if (!entry.readers.delete(reader)) return
        reject(signal.reason)
        this.abandonIfUnused(entry)
      })
    })
  }

  /**
   * Reads newer rows for a tab that has some.
   *
   * @param loadedAt when the tab's rows were loaded
   * @param since the time by `nextMoment` before which a request is too old
   * @returns rows that the tab closes; undefined without newer ones
   */
  readNewer<R>(list: ListRequest, loadedAt: Date | undefined, since: number): LoadedList<R> | undefined {
    const result = this.entries.get(keyOf(list))?.result
    return result && result.loadedAt !== loadedAt && result.sentAt >= since ? sharedBy(result) : undefined
  }

  /** Makes the next tab request the list: a tab that failed may have failed by its rows. */
  expire(list: ListRequest): void {
    this.entryOf(list).expiredAt = nextMoment()
  }

  /** Cancels pending requests, unless a tab waits for them. */
  cancel(lists: readonly ListRequest[]): void {
    for (const list of lists) {
      if (this.stateOf(list).isLoading) this.entries.get(keyOf(list))?.request?.controller.abort()
    }
  }

  /** Requests again what failed. */
  retry(lists: readonly ListRequest[]): void {
    for (const list of lists) {
      const entry = this.entries.get(keyOf(list))
      if (entry && this.stateOf(list).fault) this.load(entry, entry.request?.isRenewal)
    }
  }

  close(): void {
    for (const { request, result } of this.entries.values()) {
      request?.controller.abort()
      result?.rows.close()
    }
    this.entries.clear()
  }

  private entryOf(list: ListRequest): Entry {
    const known = this.entries.get(keyOf(list))
    if (known) return known
    const entry: Entry = {
      list,
      fields: new Set(),
      result: undefined,
      request: undefined,
      expiredAt: 0,
      holders: new Set(),
      readers: new Set(),
    }
    this.entries.set(keyOf(list), entry)
    return entry
  }

  private loadIfNeeded(entry: Entry, { fields }: ListRequest, since: number): void {
    for (const field of fields) entry.fields.add(field)
    const result = withFields(entry.result, fields)
    const request = withFields(entry.request, fields)
    const isThere = result && result.sentAt >= since
    const isExpected = request?.isPending && request.sentAt >= since
    if (!isThere && !isExpected) this.load(entry, result !== undefined)
  }

  private load(entry: Entry, isRenewal = false): void {
    entry.request?.controller.abort()
    const request: Request = {
      controller: new AbortController(),
      fields: [...entry.fields],
      sentAt: nextMoment(),
      isRenewal,
      isPending: true,
      arrival: undefined,
      fault: undefined,
    }
    const { controller, fields, sentAt } = request
    entry.request = request
    this.publish()
    const isCurrent = () => entry.request === request && this.entries.get(keyOf(entry.list)) === entry
    const settle = (fault?: Fault) => {
      const readers = [...entry.readers]
      entry.readers.clear()
      Object.assign(request, { isPending: false, arrival: undefined, fault })
      this.publish()
      return readers
    }
    const onArrival: Reader['onArrival'] = (rows) => {
      if (!isCurrent()) return
      request.arrival = rows
      for (const reader of entry.readers) reader.onArrival(rows)
    }
    loadList({ ...entry.list, fields }, { signal: controller.signal, onArrival }).then(
      (rows) => {
        if (!isCurrent()) return rows.close()
        entry.result?.rows.close()
        const result = { rows, loadedAt: new Date(), fields, sentAt }
        entry.result = result
        for (const reader of settle()) reader.resolve(result)
      },
      (error: unknown) => {
        if (!isCurrent()) return
        for (const reader of settle(faultOf(error))) reader.reject(error)
      },
    )
  }

  /** Cancels a pending request without a trace: the list is requested again when it is next needed. */
  private abandonIfUnused(entry: Entry): void {
    // What replaces a user of the list uses it in the same task.
    queueMicrotask(() => {
      if (entry.holders.size + entry.readers.size > 0 || !entry.request?.isPending) return
      entry.request.controller.abort()
      entry.request = undefined
      this.publish()
    })
  }

  private publish(): void {
    this.version += 1
    for (const listener of this.listeners) listener()
  }
}

/** A share of rows. Their reader has asked for fields of `R`. */
function sharedBy<R>({ rows, loadedAt }: LoadedList<unknown>): LoadedList<R> {
  return { rows: rows.share() as RowStore<R>, loadedAt }
}

function keyOf({ method, url, data }: ListRequest): string {
  return JSON.stringify([method, url, data])
}

const KEY = Symbol('lists of the session')

/** The lists of the current session, of all tabs with this copy of the package. */
export function sessionLists(): SessionLists {
  return sessionValue(KEY, () => new SessionLists())
}
