import type { ColumnStore } from './column-store'
import type { FileSteps, Steps } from './run-steps'

/** The methods of the store that the page calls. */
type Method =
  | ('page' | 'summary' | 'values' | 'groups' | 'find')
  | ('prepareSearch' | 'keys' | 'compare' | 'csv' | 'xlsx' | 'tsv')

type ResultOf<Returned> = Returned extends FileSteps ? Blob : Returned extends Steps<infer Result> ? Result : Returned

/** The requests of the page to its worker, with their parameters and responses. */
export type Requests = {
  [Name in Method]: { params: Parameters<ColumnStore[Name]>[0]; response: ResultOf<ReturnType<ColumnStore[Name]>> }
} & {
  /** Sets the fields to keep; must be the first request. */
  open: { params: { fields: readonly string[] }; response: undefined }
  /** Transfers the next bytes of the response. Returns the number of rows so far. */
  push: { params: { bytes: Uint8Array<ArrayBuffer> }; response: number }
  /** Ends the response. Returns the number of list elements that were not rows. */
  finish: { params: object; response: number }
}

export type RequestType = keyof Requests

/** A request. The response arrives on the port transferred with it; a message on that port cancels the request. */
export type Request = { [Type in RequestType]: { type: Type } & Requests[Type]['params'] }[RequestType]

/** A response, the message and name of an error, or the number of rows processed so far. */
export type Reply = { value: unknown } | { error: string; name: string } | { progress: number }
