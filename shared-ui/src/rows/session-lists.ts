import { sessionValue } from '@canje/shared-auth'
import { type Fault, faultOf } from '@canje/shared-auth/fault'
import {
  type Entry,
  type Fields,
  type ListState,
  listState,
  type OfferedList,
  type Request,
  sourcesOf,
} from './list-state'
import { type ListRequest, loadList } from './load-rows'

/**
 * The lists of a session by request: path, method and body. A list is loaded when something first needs it, unless a tab
 * shows it and offers its rows. The rows of a list stay until those of a later request replace them.
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
   * @param since the time by `performance.now()` before which a request is too old
   * @returns to be called when the list is no longer needed; a pending request that nobody needs is cancelled
   */
  hold(list: ListRequest, since: number): () => void {
    const entry = this.entryOf(list)
    const holder = { fields: list.fields }
    entry.holders.add(holder)
    entry.since = Math.max(entry.since, since)
    for (const field of list.fields) entry.fields.add(field)
    this.loadIfNeeded(entry, [holder])
    return () => {
      entry.holders.delete(holder)
      // Components that replace these ones hold the list in the same task.
      queueMicrotask(() => {
        if (entry.holders.size === 0) this.abandon(entry)
      })
    }
  }

  /**
   * Serves a list from the rows of a tab.
   *
   * @returns withdraws them, before they are closed
   */
  offer(list: ListRequest, offered: OfferedList): () => void {
    const entry = this.entryOf(list)
    const key = Symbol(list.url)
    entry.offers.set(key, { ...offered, fields: list.fields })
    this.publish(entry)
    return () => {
      entry.offers.delete(key)
      // A tab that replaces its rows offers the new ones in the same task.
      queueMicrotask(() => {
        this.publish(entry)
        this.loadIfNeeded(entry, entry.holders)
      })
    }
  }

  /** Cancels pending requests. */
  cancel(lists: readonly ListRequest[]): void {
    for (const list of lists) {
      const request = this.entries.get(keyOf(list))?.request
      if (request?.isPending) request.controller.abort()
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
      holders: new Set(),
      since: 0,
      offers: new Map(),
    }
    this.entries.set(keyOf(list), entry)
    return entry
  }

  private loadIfNeeded(entry: Entry, holders: Iterable<Fields>): void {
    if (this.entries.get(keyOf(entry.list)) !== entry) return
    for (const holder of holders) {
      const { request, offers, served } = sourcesOf(entry, holder)
      const isExpected = request?.isPending || offers.some(({ isLoading }) => isLoading)
      const isMissing = !served && !isExpected
      const isOld = (request?.sentAt ?? 0) < entry.since && !offers.some(({ renewedAt }) => renewedAt >= entry.since)
      if (isMissing || isOld) this.load(entry, isOld)
    }
  }

  private load(entry: Entry, isRenewal = false): void {
    entry.request?.controller.abort()
    const request: Request = {
      controller: new AbortController(),
      fields: [...entry.fields],
      sentOn: new Date(),
      sentAt: performance.now(),
      isRenewal,
      isPending: true,
      fault: undefined,
    }
    const { controller, fields } = request
    entry.request = request
    this.publish(entry)
    const isCurrent = () => entry.request === request && this.entries.get(keyOf(entry.list)) === entry
    const settle = (fault?: Fault) => {
      request.isPending = false
      request.fault = fault
      this.publish(entry)
    }
    loadList({ ...entry.list, fields }, { signal: controller.signal, onArrival: () => undefined }).then(
      (rows) => {
        if (!isCurrent()) return rows.close()
        entry.result?.rows.close()
        entry.result = { rows, loadedAt: new Date(), fields }
        settle()
      },
      (error: unknown) => {
        if (isCurrent()) settle(faultOf(error))
      },
    )
  }

  /** Cancels a pending request without a trace: the list is requested again when it is next needed. */
  private abandon(entry: Entry): void {
    if (!entry.request?.isPending) return
    entry.request.controller.abort()
    entry.request = undefined
    this.publish(entry)
  }

  /** Announces a change. A result that a tab's newer rows replace for everything is closed. */
  private publish(entry: Entry): void {
    const { result } = entry
    const { served } = sourcesOf(entry, { fields: [...entry.fields] })
    if (result && served && served !== result) {
      result.rows.close()
      entry.result = undefined
    }
    this.version += 1
    for (const listener of this.listeners) listener()
  }
}

function keyOf({ method, url, data }: ListRequest): string {
  return JSON.stringify([method, url, data])
}

const KEY = Symbol('lists of the session')

/** The lists of the current session, of all tabs with this copy of the package. */
export function sessionLists(): SessionLists {
  return sessionValue(KEY, () => new SessionLists())
}
