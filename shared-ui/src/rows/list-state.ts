import type { AnyRow, RowStore } from '@canje/large-table'
import type { Fault } from '@canje/shared-auth/fault'
import type { ListRequest } from './load-rows'

/** What is known of a list. */
export interface ListState {
  /** The newest rows; undefined before the first. */
  rows: RowStore<AnyRow> | undefined
  loadedAt: Date | undefined
  /** A request of these lists is pending, which can be cancelled. */
  isLoading: boolean
  /** The tab whose rows these are requests them again. */
  isRenewing: boolean
  /** Why the last request failed or was cancelled; the rows are older then. Undefined otherwise. */
  fault: Fault | undefined
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

/** Rows that may serve a list. */
interface Source {
  rows: RowStore<AnyRow> | undefined
  loadedAt: Date | undefined
  fields: readonly string[]
}

interface Offer extends OfferedList, Source {}

interface Result extends Source {
  rows: RowStore<AnyRow>
}

export interface Request {
  controller: AbortController
  fields: readonly string[]
  sentOn: Date
  /** When it was sent, by `performance.now()`. */
  sentAt: number
  /** It was sent because the rows were too old. */
  isRenewal: boolean
  isPending: boolean
  fault: Fault | undefined
}

export type Fields = Pick<ListRequest, 'fields'>

/** A list, by its path, method and body. */
export interface Entry {
  list: ListRequest
  /** All fields that anything has asked for. */
  fields: Set<string>
  /** The last result of a request of its own. */
  result: Result | undefined
  request: Request | undefined
  /** What needs the list, each with its fields. */
  holders: Set<Fields>
  /** The time by `performance.now()` before which a request is too old. */
  since: number
  offers: Map<symbol, Offer>
}

const INITIAL: ListState = {
  rows: undefined,
  loadedAt: undefined,
  isLoading: false,
  isRenewing: false,
  fault: undefined,
}

/** What is known of a list. The newest rows with its fields serve it: those of a tab, or of the last request. */
export function listState(entry: Entry | undefined, wanted: Fields): ListState {
  if (!entry) return INITIAL
  const { request, offers, served } = sourcesOf(entry, wanted)
  // Rows that are not too old are good, whatever another request wanted.
  const isGood = served && !(request?.isRenewal && timeOf(served) <= request.sentOn.getTime())
  return {
    rows: served?.rows,
    loadedAt: served?.loadedAt,
    isLoading: request?.isPending ?? false,
    isRenewing: offers.some(({ rows, isLoading }) => isLoading && rows === served?.rows),
    fault: isGood ? undefined : request?.fault,
  }
}

/** What there is for a list with these fields. */
export function sourcesOf({ request, result, offers: all }: Entry, wanted: Fields) {
  const hasFields = ({ fields }: Fields) => wanted.fields.every((field) => fields.includes(field))
  const offers = [...all.values()].filter(hasFields)
  const sources: Source[] = result && hasFields(result) ? [...offers, result] : offers
  const served = sources.filter(({ rows }) => rows).sort((one, other) => timeOf(other) - timeOf(one))[0]
  return { request: request && hasFields(request) ? request : undefined, offers, served }
}

function timeOf({ loadedAt }: Pick<ListState, 'loadedAt'>): number {
  return loadedAt?.getTime() ?? 0
}
