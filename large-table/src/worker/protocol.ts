import type { DisplayedField } from '../cell-display'
import type { Changes, Selection } from '../compare'
import type {
  CsvOptions,
  FindRequest,
  Found,
  Group,
  GroupRequest,
  Page,
  Summary,
  SummaryRequest,
  View,
} from '../row-store'

/** The requests of the page to its worker, with their parameters and responses. */
export interface Requests {
  /** Sets the fields to keep; must be the first request. */
  open: { params: { fields: readonly string[] }; response: undefined }
  /** Transfers the next bytes of the response. Returns the number of rows so far, and the buffer of the bytes. */
  push: { params: { bytes: Uint8Array<ArrayBuffer> }; response: { count: number; buffer: ArrayBuffer } }
  /** Ends the response. Returns the number of list elements that were not rows. */
  finish: { params: object; response: number }
  page: { params: View; response: Page<Record<string, unknown>> }
  summary: { params: SummaryRequest; response: Summary }
  groups: { params: GroupRequest; response: readonly Group[] }
  find: { params: FindRequest; response: Found<Record<string, unknown>> }
  /** Prepares searches of these columns. */
  prepareSearch: { params: { columns: readonly DisplayedField[] }; response: undefined }
  keys: { params: { selection: Selection }; response: string }
  compare: { params: { selection: Selection; earlier: string }; response: Changes }
  csv: { params: Pick<CsvOptions, 'columns' | 'query'>; response: Blob }
}

export type RequestType = keyof Requests

/** A request. The response arrives on the port transferred with it; a message on that port cancels the request. */
export type Request = { [Type in RequestType]: { type: Type } & Requests[Type]['params'] }[RequestType]

/** A response, an error, or the number of rows processed so far. */
export type Reply = { value: unknown } | { error: string } | { progress: number }
