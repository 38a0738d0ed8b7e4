import type { BodyReader } from './body-reader'
import type { CsvColumn, DisplayedField } from './cell-display'
import type { Changes, Selection } from './compare'
import type { Row } from './parse-rows'

/** 1 is ascending. */
export type Direction = 1 | -1

/** What rows are ordered by: a field as it is displayed. */
export interface Sorting extends DisplayedField {
  direction: Direction
}

/** Which rows are on the screen. */
export interface View {
  /** Place of the first of them in the order. */
  first: number
  /** How many there are at most. */
  size: number
  sorting: Sorting | undefined
}

export interface CsvOptions {
  columns: readonly CsvColumn[]
  sorting: Sorting | undefined
  signal: AbortSignal
  /** Gets the number of rows done, several times a second. */
  onProgress: (done: number) => void
}

/** The rows of one response, wherever they are kept. */
export interface RowStore<R> {
  /** How many rows there are; it grows while they arrive. */
  readonly count: number
  /** The rows of a view: at once where they are in this thread, whatever has become of the others; else once fetched. */
  page(view: View): readonly R[] | Promise<readonly R[]>
  /** The CSV file of every row (D16). Rejects when `signal` calls it off. */
  csv(options: CsvOptions): Promise<Blob>
  /** The keys of the selected rows, as JSON text: a page keeps a million of them and passes them on at no cost. */
  keys(selection: Selection): Promise<string>
  /** Compares the selected rows with those of an earlier result, by the `keys` of that. */
  compare(selection: Selection, earlier: string): Promise<Changes>
  /** Lets go of the rows; nothing is asked of them any more. */
  close(): void
}

/** A response that holds rows, in the envelope of the info API (D1). */
export interface RowSource<Field extends string> {
  /** The name of the call, for the messages. */
  call: string
  /** The fields to keep of each row. */
  fields: readonly Field[]
  body: BodyReader
  signal: AbortSignal
  /** Gets the first rows of a large or slow response once they are there; their count grows while the rest arrive. */
  onArrival: (rows: RowStore<Row<Field>>) => void
}
