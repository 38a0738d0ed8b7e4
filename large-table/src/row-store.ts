import type { CsvColumn, DisplayedField } from './cell-display'
import type { Changes, Selection } from './compare'
import type { Sum } from './exact-sum'
import type { Row } from './parse-rows'
import type { Condition, Query } from './query'
import type { KeyFields } from './row-key'

/** The range of rows on a page of the table. */
export interface View {
  /** Index of the first row in the rows of the query. */
  first: number
  /** The maximum number of rows. */
  size: number
  query: Query
}

/** A page of the rows that a query selects. */
export interface Page<R> {
  rows: readonly R[]
  /** Index of its first row: of the last page when the requested one is beyond the end. */
  first: number
  /** The number of selected rows. */
  count: number
}

/** A column whose values are counted. */
export interface FacetColumn extends DisplayedField {
  /** Displayed texts to count even if they are not among the most frequent ones. */
  texts?: readonly string[] | undefined
}

/** Which figures to compute about the rows of a query. */
export interface SummaryRequest {
  query: Query
  /** A field whose cells are added up. */
  sum: DisplayedField | undefined
  facets: readonly FacetColumn[]
}

/** The displayed values of a column, with their number of rows. Texts that are the same are one value (D48, comparing texts). */
export interface Facet {
  /** Most frequent first, then by text; at most 200, followed by requested ones that are not among them. */
  values: readonly { text: string; count: number }[]
  /** The number of rows with any value. */
  total: number
  /** The number of values with rows. If it is higher than that of the listed ones, the list is cut. */
  distinct: number
}

/** Which values of a column to count. */
export interface ValuesRequest {
  query: Query
  column: DisplayedField
  /** Selects values as `Query.search` selects rows. */
  search: string
}

/** Figures about the rows of a query. */
export interface Summary {
  /** The number of rows that match the search and the conditions. */
  count: number
  /** The number of rows that match the search alone. */
  found: number
  /** The lines of the search, of two or more, that match no row. */
  linesNotFound: readonly string[]
  sum: Sum | undefined
  /** Some bytes of the response were no text in UTF-8, which its cells show as U+FFFD. */
  isGarbled: boolean
  /**
   * In the order of the request. Each counts the rows that match the search and the conditions on the other columns: what
   * choosing a value would show.
   */
  facets: readonly Facet[]
}

/** A figure about a group: the number of its cells with a text, or the sum of its cells. */
export interface Measure extends DisplayedField {
  isSum?: boolean
  /** The date of the cells; required for `days`. */
  dates?: DisplayedField | undefined
  /** Takes the cells of these days only, as in `Condition`. */
  days?: { from: string; to: string } | undefined
  /** What identifies the thing that a cell is about, of which other rows may repeat the cell: it is taken once. */
  once?: OnceKey | undefined
}

/** See {@link Measure.once}. */
interface OnceKey {
  key: KeyFields
  /** Only rows with a text in one of these fields repeat others: those of other things, combined with this one. */
  beside?: readonly string[] | undefined
}

/** How to group the rows of a query. */
export interface GroupRequest {
  query: Query
  /** The column of the groups' texts. */
  by: DisplayedField
  /** `value` is the displayed text (D48, comparing texts: the same text is one group), `month` the month of a date such as 2025-10, empty without a valid date. */
  unit: 'value' | 'month'
  /**
   * What identifies the groups, such as the id of the persons in `by`: rows of two keys are two groups, even with one
   * text.
   */
  key?: KeyFields | undefined
  /** The figures of each group. */
  measures: readonly Measure[]
}

/** The rows of a query that have a text or a key in common. */
export interface Group {
  /** The text of its first row. */
  text: string
  /** The key of its rows, see `rowKey`; undefined unless requested. */
  key: string | undefined
  /** The number of its rows. */
  count: number
  /** In the order of the request. */
  figures: readonly Sum[]
}

/**
 * The groups of the rows, and one group of all. Where measures have days, the rows are those of which a measure takes a cell
 * by its date.
 */
export interface Grouped {
  /** Groups with most rows come first, then in the order of their texts and first rows; months in the order of time. */
  groups: readonly Group[]
  /** The rows without a text, or a month, or a key, which are in no group; undefined if there are none. */
  unplaced: Group | undefined
  /** The number of rows, in a group or not, with a cell that is in no days because its date is missing or invalid. */
  undated: number
  /** All rows, also the unplaced ones. Its text is empty; undefined without rows. */
  total: Group | undefined
}

/** Rows to find beside the query of the table, such as those of a person, and their maximum number. */
export type FindRequest = Condition & { limit: number }

/** The first rows that were found, and how many there are. */
export type Found<R> = Pick<Page<R>, 'rows' | 'count'>

/** Rows to write, with these columns. */
export interface WriteRequest {
  columns: readonly CsvColumn[]
  /** Selects and orders the rows. */
  query: Query
}

/** Rows as text, a line each, without headers. */
export interface Lines {
  text: string
  count: number
}

/** Who waits for a file. */
export interface FileReceiver {
  signal: AbortSignal
  /** Receives the number of written rows, several times a second. */
  onProgress: (done: number) => void
}

/** Options for writing a CSV file. */
export interface CsvOptions extends WriteRequest, FileReceiver {}

/** The most rows of an Excel sheet below its header. */
export const MAX_XLSX_ROWS = 2 ** 20 - 1

/** A column of an Excel file. */
export interface XlsxColumn extends CsvColumn {
  /** In characters; a longer number or date widens it. */
  width: number
  /** Its texts are dates such as `2025-11-22` or `2025-11-22 10:31:00`. Any other text stays a text. */
  isDate: boolean
}

/** Rows to write as an Excel file. */
export interface XlsxRequest extends WriteRequest {
  /** The name of the sheet; characters that Excel refuses are replaced. */
  sheet: string
  columns: readonly XlsxColumn[]
}

/** Options for writing an Excel file. */
export interface XlsxOptions extends XlsxRequest, FileReceiver {}

/** The rows of one response, in memory or in a worker. */
export interface RowStore<R> {
  /** The number of rows; it increases while the response arrives. */
  readonly count: number
  /** Returns a page of the rows of a query from this thread's memory; undefined if only `page` has it. */
  pageInMemory(view: View): Page<R> | undefined
  /** Returns a page of the rows of a query: that of `pageInMemory`, otherwise a promise. */
  page(view: View): Page<R> | Promise<Page<R>>
  /** Returns figures about the rows of a query. */
  summary(request: SummaryRequest): Promise<Summary>
  /** Counts the values of a column as a facet of the summary does, of those that match a search. */
  values(request: ValuesRequest): Promise<Facet>
  /** Groups the rows of a query. */
  groups(request: GroupRequest): Promise<Grouped>
  /** Finds rows in the server's order. */
  find(request: FindRequest): Promise<Found<R>>
  /** Prepares searches of these columns in the background, where the first one would take long otherwise. */
  prepareSearch?(columns: readonly DisplayedField[]): void
  /** Writes the rows of a query with tabs between their cells, to be pasted into a spreadsheet. */
  tsv(request: WriteRequest): Promise<Lines>
  /** Writes the CSV file of the rows of a query (D16, CSV). Rejects when `signal` is aborted. */
  csv(options: CsvOptions): Promise<Blob>
  /**
   * Writes the Excel file of the rows of a query (D33, Excel). Rejects when `signal` is aborted, and when there are more than
   * `MAX_XLSX_ROWS` rows.
   */
  xlsx(options: XlsxOptions): Promise<Blob>
  /** Returns the keys of the selected rows as JSON text, which is cheap to store and to post even for a million rows. */
  keys(selection: Selection): Promise<string>
  /** Compares the selected rows with an earlier result, given its `keys`. */
  compare(selection: Selection, earlier: string): Promise<Changes<R>>
  /** Releases the rows. No other method may be called afterwards. */
  close(): void
}

/** Reads the body of a response chunk by chunk. */
export type BodyReader = Pick<ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>, 'read' | 'cancel'>

/** A response with rows in the envelope of the info API (D1, envelope). */
export interface RowSource<Field extends string> {
  /** The request's path, for messages. */
  path: string
  /** The fields to keep in each row. */
  fields: readonly Field[]
  body: BodyReader
  signal: AbortSignal
  /** Receives the first rows of a large or slow response, and the same rows again with a higher count while the rest arrives. */
  onArrival: (rows: RowStore<Row<Field>>) => void
}

/** Returns the index of the first row of a page: that of the last page when the requested one is beyond the end. */
export function pageStart({ first, size }: Pick<View, 'first' | 'size'>, count: number): number {
  return first < count ? first : Math.max(0, Math.floor((count - 1) / size) * size)
}
