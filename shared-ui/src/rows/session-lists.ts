import type { AnyRow, RowStore } from '@canje/large-table'
import { sessionValue } from '@canje/shared-auth'
import { type Fault, faultOf } from '@canje/shared-auth/fault'
import { type ListRequest, loadList } from './load-rows'

/** What is known of a list. */
export interface ListState {
  /** The rows of the last response, with all fields that anything has asked for; undefined before the first. */
  rows: RowStore<AnyRow> | undefined
  loadedAt: Date | undefined
  /** A request of these lists is pending, which can be cancelled. */
  isLoading: boolean
  /** The tab whose rows these are requests them again. */
  isRenewing: boolean
  /** Why the last request failed or was cancelled; the rows are older then. Undefined otherwise. */
  fault: Fault | undefined
}

const INITIAL: ListState = {
  rows: undefined,
  loadedAt: undefined,
  isLoading: false,
  isRenewing: false,
  fault: undefined,
}

/** A list that a tab shows. */
export interface OfferedList {
  /** Its complete rows; undefined while the first ones load. */
  rows: RowStore<AnyRow> | undefined
  loadedAt: Date | undefined
  isLoading: boolean
  /** The time of the tab's last renewal by `performance.now()`; 0 without one. */
  renewedAt: number
}

interface Result {
  rows: RowStore<AnyRow>
  loadedAt: Date
  fields: readonly string[]
}

interface Request {
  controller: AbortController
  fields: readonly string[]
  /** When it was sent, by `performance.now()`. */
  sentAt: number
  isPending: boolean
}

interface Entry {
  list: ListRequest
  /** All fields that anything has asked for. */
  fields: Set<string>
  state: ListState
  /** The last result of a request of its own. */
  result: Result | undefined
  request: Request | undefined
  fault: Fault | undefined
  /** The number of components that need the list. */
  holders: number
  /** The time by `performance.now()` before which a request is too old. */
  since: number
  offers: Map<symbol, OfferedList & { fields: readonly string[] }>
}

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

  /** What is known of a list: nothing before something has asked for its fields. */
  stateOf(list: ListRequest): ListState {
    const entry = this.entries.get(keyOf(list))
    return entry && list.fields.every((field) => entry.fields.has(field)) ? entry.state : INITIAL
  }

  /**
   * Loads a list unless it is known with these fields.
   *
   * @param since the time by `performance.now()` before which a request is too old
   * @returns to be called when the list is no longer needed; a pending request that nobody needs is cancelled
   */
  hold(list: ListRequest, since: number): () => void {
    const entry = this.entryOf(list)
    entry.holders += 1
    entry.since = Math.max(entry.since, since)
    if (!list.fields.every((field) => entry.fields.has(field))) {
      for (const field of list.fields) entry.fields.add(field)
      this.publish(entry)
    }
    this.loadIfNeeded(entry)
    return () => {
      entry.holders -= 1
      // Components that replace these ones hold the list in the same task.
      queueMicrotask(() => {
        if (entry.holders === 0) this.abandon(entry)
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
        this.loadIfNeeded(entry)
      })
    }
  }

  /** Cancels pending requests. */
  cancel(lists: readonly ListRequest[]): void {
    for (const { request } of this.entriesOf(lists)) if (request?.isPending) request.controller.abort()
  }

  /** Requests again what failed. */
  retry(lists: readonly ListRequest[]): void {
    for (const entry of this.entriesOf(lists)) if (entry.state.fault) this.load(entry)
  }

  close(): void {
    for (const { request, result } of this.entries.values()) {
      request?.controller.abort()
      result?.rows.close()
    }
    this.entries.clear()
  }

  private entriesOf(lists: readonly ListRequest[]): Entry[] {
    return lists.flatMap((list) => this.entries.get(keyOf(list)) ?? [])
  }

  private entryOf(list: ListRequest): Entry {
    const known = this.entries.get(keyOf(list))
    if (known) return known
    const entry: Entry = {
      list,
      fields: new Set(),
      state: INITIAL,
      result: undefined,
      request: undefined,
      fault: undefined,
      holders: 0,
      since: 0,
      offers: new Map(),
    }
    this.entries.set(keyOf(list), entry)
    return entry
  }

  private loadIfNeeded(entry: Entry): void {
    if (entry.holders === 0 || this.entries.get(keyOf(entry.list)) !== entry) return
    const { request, since } = entry
    const offers = offersOf(entry)
    const isExpected = (request?.isPending && hasFields(request, entry)) || offers.some(({ isLoading }) => isLoading)
    const isMissing = !entry.state.rows && !isExpected
    const isOld = (request?.sentAt ?? 0) < since && !offers.some(({ renewedAt }) => renewedAt >= since)
    if (isMissing || isOld) this.load(entry)
  }

  private load(entry: Entry): void {
    entry.request?.controller.abort()
    const controller = new AbortController()
    const fields = [...entry.fields]
    const request = { controller, fields, sentAt: performance.now(), isPending: true }
    entry.request = request
    entry.fault = undefined
    this.publish(entry)
    const isCurrent = () => entry.request === request && this.entries.get(keyOf(entry.list)) === entry
    const settle = () => {
      request.isPending = false
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
        if (!isCurrent()) return
        entry.fault = faultOf(error)
        settle()
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

  /** Computes the state of a list. The newest rows serve it: those of a tab, or of the last request. */
  private publish(entry: Entry): void {
    const { result, request, fault } = entry
    const offers = offersOf(entry)
    const known = result && hasFields(result, entry) ? [...offers, result] : offers
    const served = known.filter(({ rows }) => rows).sort((one, other) => timeOf(other) - timeOf(one))[0]
    entry.state = {
      rows: served?.rows,
      loadedAt: served?.loadedAt,
      isLoading: request?.isPending ?? false,
      isRenewing: offers.some(({ rows, isLoading }) => isLoading && rows === served?.rows),
      fault: served && served !== result ? undefined : fault,
    }
    this.version += 1
    for (const listener of this.listeners) listener()
  }
}

function timeOf({ loadedAt }: Pick<ListState, 'loadedAt'>): number {
  return loadedAt?.getTime() ?? 0
}

function keyOf({ method, url, data }: ListRequest): string {
  return JSON.stringify([method, url, data])
}

/** The offered rows that have all fields which anything has asked for. */
function offersOf(entry: Entry) {
  return [...entry.offers.values()].filter((offer) => hasFields(offer, entry))
}

function hasFields({ fields }: Pick<ListRequest, 'fields'>, wanted: Entry): boolean {
  return [...wanted.fields].every((field) => fields.includes(field))
}

const KEY = Symbol('lists of the session')

/** The lists of the current session, of all tabs with this copy of the package. */
export function sessionLists(): SessionLists {
  return sessionValue(KEY, () => new SessionLists())
}
