import type { Changes, Selection } from '../compare'
import type { CsvOptions, View } from '../row-store'

/** What the page asks of the worker that keeps its rows. */
export interface Requests {
  /** Names the fields to keep; comes first. */
  open: { asks: { fields: readonly string[] }; response: undefined }
  /** Hands over the next bytes of the response. @returns how many rows there are so far, and the memory of the bytes */
  push: { asks: { bytes: Uint8Array<ArrayBuffer> }; response: { count: number; room: ArrayBuffer } }
  /** All bytes have been handed over. @returns how many elements were no rows */
  finish: { asks: object; response: number }
  page: { asks: View; response: readonly Record<string, unknown>[] }
  keys: { asks: { selection: Selection }; response: string }
  compare: { asks: { selection: Selection; earlier: string }; response: Changes }
  csv: { asks: Pick<CsvOptions, 'columns' | 'sorting'>; response: Blob }
}

export type RequestType = keyof Requests

/** A request. Its response comes back on the port that it brings; a message on that port cancels it. */
export type Request = { [Type in RequestType]: { type: Type } & Requests[Type]['asks'] }[RequestType]

/** A response, a failure, or how many rows have been done so far. */
export type Reply = { value: unknown } | { error: string } | { progress: number }
