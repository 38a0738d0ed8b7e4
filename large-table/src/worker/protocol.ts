import type { DisplayedField } from '../cell-display'
import type { Changes, Selection } from '../compare'
import type {
  Facet,
  FindRequest,
  Found,
  GroupRequest,
  Lines,
  Page,
  Summary,
  SummaryRequest,
  ValuesRequest,
  View,
  WriteRequest,
  XlsxRequest,
} from '../row-store'
import type { GroupedLists } from './group-lists'

/** A request that supersedes earlier ones of the same row store of the page. */
interface Superseding {
  /** Identifies that store among those that share the rows. */
  from: number
}

/** The requests of the page to its worker, with their parameters and responses. */
export interface Requests {
  /** Sets the fields to keep; must be the first request. */
  open: { params: { fields: readonly string[] }; response: undefined }
  /** Transfers the next bytes of the response. Returns the number of rows so far, and the buffer of the bytes. */
  push: { params: { bytes: Uint8Array<ArrayBuffer> }; response: { count: number; buffer: ArrayBuffer } }
  /** Ends the response. Returns the number of list elements that were not rows. */
  finish: { params: object; response: number }
  page: { params: View & Superseding; response: Page<Record<string, unknown>> }
  summary: { params: SummaryRequest & Superseding; response: Summary }
  values: { params: ValuesRequest & Superseding; response: Facet }
  groups: { params: GroupRequest; response: GroupedLists }
  find: { params: FindRequest; response: Found<Record<string, unknown>> }
  /** Prepares searches of these columns. */
  prepareSearch: { params: { columns: readonly DisplayedField[] }; response: undefined }
  keys: { params: { selection: Selection }; response: string }
  compare: { params: { selection: Selection; earlier: string }; response: Changes }
  csv: { params: WriteRequest; response: Blob }
  xlsx: { params: XlsxRequest; response: Blob }
  tsv: { params: WriteRequest; response: Lines }
}

export type RequestType = keyof Requests

/** A request. The response arrives on the port transferred with it; a message on that port cancels the request. */
export type Request = { [Type in RequestType]: { type: Type } & Requests[Type]['params'] }[RequestType]

/** A response, the message and name of an error, or the number of rows processed so far. */
export type Reply = { value: unknown } | { error: string; name: string } | { progress: number }
