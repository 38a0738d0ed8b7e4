import type { AnyRow, RowStore } from '@canje/large-table'
import type { Fault } from '@canje/shared-auth/fault'
import type { ListRequest } from './load-rows'

/** What is known of a list. */
export interface ListState {
  /** The newest rows; undefined before the first. */
  rows: RowStore<AnyRow> | undefined
  loadedAt: Date | undefined
  /** A request that can be cancelled is pending. */
  isLoading: boolean
  /** A request for a tab is pending, which only the tab can cancel. */
  isRenewing: boolean
  /** Why the last request failed or was cancelled; the rows are older then. Undefined otherwise. */
  fault: Fault | undefined
}

/** The rows of a list, and when they were loaded. */
export interface LoadedList<R> {
  rows: RowStore<R>
  loadedAt: Date
}

export type Fields = Pick<ListRequest, 'fields'>

/** A request of a list. */
export interface Request extends Fields {
  controller: AbortController
  /** By `performance.now()`. */
  sentAt: number
  /** It was sent because the rows were too old. */
  isRenewal: boolean
  isPending: boolean
  /** The first rows of a large response. */
  arrival: RowStore<AnyRow> | undefined
  fault: Fault | undefined
}

/** The rows of a request. */
interface Result extends LoadedList<AnyRow>, Fields, Pick<Request, 'sentAt'> {}

/** A tab that waits for rows. */
export interface Reader {
  onArrival: (rows: RowStore<AnyRow>) => void
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

/** A list, by its path, method and body. */
export interface Entry {
  list: ListRequest
  /** All fields that anything has asked for. */
  fields: Set<string>
  /** The last rows. */
  result: Result | undefined
  /** The last request. */
  request: Request | undefined
  /** The time by `nextMoment` before which a request is too old for tabs. */
  expiredAt: number
  /** What shows parts of the list. */
  holders: Set<symbol>
  readers: Set<Reader>
}

const INITIAL: ListState = {
  rows: undefined,
  loadedAt: undefined,
  isLoading: false,
  isRenewing: false,
  fault: undefined,
}

/** What is known of a list with these fields. */
export function listState(entry: Entry | undefined, { fields }: Fields): ListState {
  if (!entry) return INITIAL
  const result = withFields(entry.result, fields)
  const request = withFields(entry.request, fields)
  const isPending = request?.isPending ?? false
  const isForTab = entry.readers.size > 0
  // Rows that are not too old are good, although a request for more fields has failed.
  const isGood = result && !request?.isRenewal
  return {
    rows: result?.rows,
    loadedAt: result?.loadedAt,
    isLoading: isPending && !isForTab,
    isRenewing: isPending && isForTab,
    fault: isGood ? undefined : request?.fault,
  }
}

/** Rows or a request with these fields. */
export function withFields<Source extends Fields>(
  source: Source | undefined,
  fields: readonly string[],
): Source | undefined {
  return source && fields.every((field) => source.fields.includes(field)) ? source : undefined
}
