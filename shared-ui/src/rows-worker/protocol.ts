import type { Changes, Selection } from '../rows/compare'
import type { CsvOptions, View } from '../rows/row-store'

/** What the page asks of the worker that keeps its rows. */
export interface Requests {
  /** Names the fields to keep; comes first. */
  open: { asks: { fields: readonly string[] }; answer: undefined }
  /** Hands over the next bytes of the answer. @returns how many rows there are so far, and the memory of the bytes */
  push: { asks: { bytes: Uint8Array<ArrayBuffer> }; answer: { count: number; room: ArrayBuffer } }
  /** All bytes have been handed over. @returns how many elements were no rows */
  finish: { asks: object; answer: number }
  page: { asks: View; answer: readonly Record<string, unknown>[] }
  keys: { asks: { selection: Selection }; answer: string }
  compare: { asks: { selection: Selection; earlier: string }; answer: Changes }
  csv: { asks: Pick<CsvOptions, 'columns' | 'sorting'>; answer: Blob }
}

export type RequestType = keyof Requests

/** A request; its answer comes by the port that it brings, and a message by that port calls it off. */
export type Request = { [Type in RequestType]: { type: Type } & Requests[Type]['asks'] }[RequestType]

/** An answer, a failure, or how many rows have been done so far. */
export type Reply = { value: unknown } | { error: string } | { progress: number }
