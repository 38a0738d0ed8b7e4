import type { BodyReader } from './body-reader'
import type { CsvColumn, DisplayedField } from './cell-display'
import type { Changes, Selection } from './compare'
import type { Row } from './parse-rows'

/** 1 is ascending. */
export type Direction = 1 | -1

/** Sorts by the displayed value of a field. */
export interface Sorting extends DisplayedField {
  direction: Direction
}

/** The range of rows on a page of the table. */
export interface View {
  /** Index of the first row in the sorted rows. */
  first: number
  /** The maximum number of rows. */
  size: number
  sorting: Sorting | undefined
}

/** Options for writing a CSV file. */
export interface CsvOptions {
  columns: readonly CsvColumn[]
  sorting: Sorting | undefined
  signal: AbortSignal
  /** Receives the number of written rows, several times a second. */
  onProgress: (done: number) => void
}

/** The rows of one response, in memory or in a worker. */
export interface RowStore<R> {
  /** The number of rows; it increases while the response arrives. */
  readonly count: number
  /** Returns the rows of a view: synchronously from this thread's memory, otherwise as a promise. */
  page(view: View): readonly R[] | Promise<readonly R[]>
  /** Writes the CSV file of all rows (D16). Rejects when `signal` is aborted. */
  csv(options: CsvOptions): Promise<Blob>
  /** Returns the keys of the selected rows as JSON text, which is cheap to store and to post even for a million rows. */
  keys(selection: Selection): Promise<string>
  /** Compares the selected rows with an earlier result, given its `keys`. */
  compare(selection: Selection, earlier: string): Promise<Changes>
  /** Releases the rows. No other method may be called afterwards. */
  close(): void
}

/** A response with rows in the envelope of the info API (D1). */
export interface RowSource<Field extends string> {
  /** The request's path, for messages. */
  path: string
  /** The fields to keep in each row. */
  fields: readonly Field[]
  body: BodyReader
  signal: AbortSignal
  /** Receives the first rows of a large or slow response; their count increases while the rest arrives. */
  onArrival: (rows: RowStore<Row<Field>>) => void
}
