import type { AnyRow, FindRequest, Found, RowStore } from '@canje/large-table'
import { sessionValue } from '@canje/shared-auth'
import { type LoadRows, loadAll, loadFiltered } from '../rows/load-rows'

/** The lists from which details are read (specification §7), with the fields that details show. */
const LISTS = {
  SelectUsers: loadAll('SelectUsers', [
    'id',
    'name',
    'mail',
    'phone',
    'identification_number',
    'total_points',
    'cityName',
    'documentType',
    'date',
  ]),
  SelectCodes: loadAll('SelectCodes', ['id', 'name', 'userName', 'used', 'date']),
  SelectScores: loadFiltered('SelectScores', ['points', 'name', 'locate', 'date']),
  SelectReferrals: loadFiltered('SelectReferrals', ['points', 'user_name', 'referral_name', 'locate', 'date']),
  SelectReport: loadAll('SelectReport', ['code', 'codeDate']),
} satisfies Record<string, LoadRows<AnyRow>>

export type ListName = keyof typeof LISTS

/** What is known of the lists; a new object after each change. */
export interface ListsState {
  /** The number of lists that are loading. */
  pending: number
  /** A list could not be loaded, or was cancelled. */
  failed: boolean
  /** When the last list was loaded. */
  loadedAt: Date | undefined
  /** Increases when lists must be read again. */
  version: number
}

/** Lists that are loaded when details first need them, once per session, for all tabs. */
export class SessionLists {
  state: ListsState = { pending: 0, failed: false, loadedAt: undefined, version: 0 }
  private readonly lists = new Map<ListName, Promise<RowStore<AnyRow>>>()
  private readonly listeners = new Set<() => void>()
  private controller = new AbortController()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Finds rows of a list. Rejects when its request fails or is cancelled. */
  async find(name: ListName, request: FindRequest): Promise<Found<AnyRow>> {
    const rows = await (this.lists.get(name) ?? this.load(name))
    return rows.find(request)
  }

  /** Cancels the pending requests. */
  cancel(): void {
    this.controller.abort()
    this.controller = new AbortController()
  }

  /** Reads again what could not be loaded. */
  retry(): void {
    this.change({ failed: false, version: this.state.version + 1 })
  }

  /** Loads all lists again, when they are next needed. */
  refresh(): void {
    this.close()
    this.retry()
  }

  close(): void {
    this.cancel()
    for (const list of this.lists.values()) {
      list.then(
        (rows) => rows.close(),
        () => undefined,
      )
    }
    this.lists.clear()
  }

  private load(name: ListName): Promise<RowStore<AnyRow>> {
    const loading: Promise<RowStore<AnyRow>> = LISTS[name]({
      filter: undefined,
      signal: this.controller.signal,
      onArrival: () => undefined,
    })
    this.lists.set(name, loading)
    this.change({ pending: this.state.pending + 1 })
    loading.then(
      () => this.change({ pending: this.state.pending - 1, loadedAt: new Date() }),
      () => {
        if (this.lists.get(name) === loading) this.lists.delete(name)
        this.change({ pending: this.state.pending - 1, failed: true })
      },
    )
    return loading
  }

  private change(changed: Partial<ListsState>): void {
    this.state = { ...this.state, ...changed }
    for (const listener of this.listeners) listener()
  }
}

const KEY = Symbol('lists of the details')

/** The lists of the current session. */
export function sessionLists(): SessionLists {
  return sessionValue(KEY, () => new SessionLists())
}
