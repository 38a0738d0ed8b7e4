import type { AnyRow, RowStore } from '@canje/large-table'
import { sessionValue } from '@canje/shared-auth'
import { type Fault, faultOf } from '@canje/shared-auth/fault'
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
  SelectScores: loadFiltered('SelectScores', ['points', 'name', 'locate', 'date'], 'prmNameOrPhone'),
  SelectReferrals: loadFiltered(
    'SelectReferrals',
    ['points', 'user_name', 'referral_name', 'locate', 'date'],
    'prmNameOrPhone',
  ),
  SelectReport: loadAll('SelectReport', ['code', 'codeDate']),
} satisfies Record<string, LoadRows<AnyRow>>

export type ListName = keyof typeof LISTS

/** What is known of a list. */
export interface ListState {
  /** The rows of the last response; undefined before the first. */
  rows: RowStore<AnyRow> | undefined
  loadedAt: Date | undefined
  isLoading: boolean
  /** Why the last request failed or was cancelled; the rows are older then. Undefined otherwise. */
  fault: Fault | undefined
}

const INITIAL: ListState = { rows: undefined, loadedAt: undefined, isLoading: false, fault: undefined }

/** The last request of a list. */
interface Request {
  controller: AbortController
  /** When it was sent, by `performance.now()`. */
  sentAt: number
}

/**
 * Lists that are loaded when details first need them, and are shared by all tabs of a session. The rows of a list stay
 * until those of a later request replace them.
 */
export class SessionLists {
  /** The known lists; a new object after each change. */
  state: Readonly<Partial<Record<ListName, ListState>>> = {}
  private readonly requests = new Map<ListName, Request>()
  /** The number of details that need a list. */
  private readonly holders = new Map<ListName, number>()
  private readonly listeners = new Set<() => void>()

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  stateOf(name: ListName): ListState {
    return this.state[name] ?? INITIAL
  }

  /**
   * Loads a list unless it is known.
   *
   * @param since the time by `performance.now()` before which a request is too old
   * @returns to be called when the list is no longer needed; a pending request that nobody needs is cancelled
   */
  hold(name: ListName, since: number): () => void {
    this.holders.set(name, this.holdersOf(name) + 1)
    const { rows, isLoading } = this.stateOf(name)
    const isMissing = !rows && !isLoading
    if (isMissing || (this.requests.get(name)?.sentAt ?? 0) < since) this.load(name)
    return () => {
      this.holders.set(name, this.holdersOf(name) - 1)
      // Details that replace these ones hold the list in the same task.
      queueMicrotask(() => {
        if (this.holdersOf(name) === 0) this.abandon(name)
      })
    }
  }

  /** Cancels pending requests. */
  cancel(names: readonly ListName[]): void {
    for (const name of names) if (this.stateOf(name).isLoading) this.requests.get(name)?.controller.abort()
  }

  /** Requests again what failed. */
  retry(names: readonly ListName[]): void {
    for (const name of names) if (this.stateOf(name).fault) this.load(name)
  }

  close(): void {
    for (const { controller } of this.requests.values()) controller.abort()
    this.requests.clear()
    for (const list of Object.values(this.state)) list.rows?.close()
    this.state = {}
  }

  private load(name: ListName): void {
    this.requests.get(name)?.controller.abort()
    const controller = new AbortController()
    const { signal } = controller
    this.requests.set(name, { controller, sentAt: performance.now() })
    this.change(name, { isLoading: true, fault: undefined })
    const isCurrent = () => this.requests.get(name)?.controller === controller
    const loading: Promise<RowStore<AnyRow>> = LISTS[name]({ filter: undefined, signal, onArrival: () => undefined })
    loading.then(
      (rows) => {
        if (!isCurrent()) return rows.close()
        this.stateOf(name).rows?.close()
        this.change(name, { rows, loadedAt: new Date(), isLoading: false })
      },
      (error: unknown) => {
        if (isCurrent()) this.change(name, { isLoading: false, fault: faultOf(error) })
      },
    )
  }

  /** Cancels a pending request without a trace: the list is requested again when it is next needed. */
  private abandon(name: ListName): void {
    if (!this.stateOf(name).isLoading) return
    this.requests.get(name)?.controller.abort()
    this.requests.delete(name)
    this.change(name, { isLoading: false })
  }

  private holdersOf(name: ListName): number {
    return this.holders.get(name) ?? 0
  }

  private change(name: ListName, changed: Partial<ListState>): void {
    this.state = { ...this.state, [name]: { ...this.stateOf(name), ...changed } }
    for (const listener of this.listeners) listener()
  }
}

const KEY = Symbol('lists of the details')

/** The lists of the current session. */
export function sessionLists(): SessionLists {
  return sessionValue(KEY, () => new SessionLists())
}
