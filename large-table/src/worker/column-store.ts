import { stringifyJson } from '@canje/shared-auth/json'
import type { DisplayedField } from '../cell-display'
import { type Changes, compareKeys, type Selection } from '../compare'
import { LastResult } from '../last-result'
import { type Query, type Sorting, selectionKey } from '../query'
import {
  type Facet,
  type FindRequest,
  type Found,
  type GroupRequest,
  type Lines,
  MAX_XLSX_ROWS,
  type Page,
  pageStart,
  type Summary,
  type SummaryRequest,
  type ValuesRequest,
  type View,
  type WriteRequest,
  type XlsxRequest,
} from '../row-store'
import { tsvLine } from '../tsv'
import { BLOCK_ROWS, readKeys, rowNumbers } from './column-block'
import { ColumnValues } from './column-values'
import { CsvWriter } from './csv-writer'
import { DisplayReader } from './display-reader'
import { areGarbled } from './garbled'
import type { GroupedLists } from './group-lists'
import { groupSelected } from './group-selected'
import { RowParser } from './row-parser'
import { RowSelection } from './row-selection'
import { toRowTest } from './row-test'
import type { FileSteps, Steps } from './run-steps'
import { SearchIndex } from './search-index'
import { sortRows } from './sort-rows'
import { blocksOf, countValues, sumNumbers } from './summarize'
import { XLSX_TYPE } from './xlsx-package'
import { XlsxWriter } from './xlsx-writer'

/** Bytes parsed at a time: each column reserves capacity for as many. */
const CHUNK_BYTES = 64 * 1024
/** Rows compressed for an Excel file, or made into objects, per step. */
const SLOW_STEP_ROWS = 256

/** The rows of one response, parsed from its bytes, with the operations that the page requests. */
export class ColumnStore {
  private readonly parser: RowParser
  /** The last results, for further requests of the same query. */
  private readonly selection = new LastResult<RowSelection>()
  private readonly sorted = new LastResult<Uint32Array>()
  private readonly index = new LastResult<SearchIndex>()
  private isGarbled: boolean | undefined
  /** The values of the counted columns, of the rows that had arrived. */
  private readonly columnValues = new Map<string, ColumnValues>()

  constructor(fields: readonly string[]) {
    this.parser = new RowParser(fields)
  }

  /** Parses the next bytes. @returns the number of rows so far */
  push(bytes: Uint8Array): number {
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
      this.parser.push(bytes.subarray(from, from + CHUNK_BYTES))
    return this.parser.cells.count
  }

  /** Ends the response. @returns the number of list elements that were not rows */
  finish(): number {
    this.parser.finish()
    return this.parser.dropped
  }

  /** Returns a page of the rows of a query. Sorting requires the complete response. */
  *page({ query, first, size }: View): Steps<Page<Record<string, unknown>>> {
    const order = yield* this.order(query)
    const start = pageStart({ first, size }, order.length)
    const rows = this.parser.cells.rows(order.slice(start, start + size))
    return { rows, first: start, count: order.length }
  }

  /** Computes figures about the rows of a query, of a complete response. */
  *summary({ query, sum, facets }: SummaryRequest): Steps<Summary> {
    const { cells } = this.parser
    const selection = yield* this.select(query)
    const total = sum && (yield* sumNumbers(cells, sum, selection))
    const counted: Facet[] = []
    for (const column of facets)
      counted.push(yield* countValues(this.valuesOf(column), selection, { column, search: '' }))
    const { count, found, linesNotFound } = selection
    this.isGarbled ??= yield* areGarbled(cells)
    return { count, found, linesNotFound, sum: total, isGarbled: this.isGarbled, facets: counted }
  }

  /** Counts the values of a column that match a search. */
  *values({ query, column, search }: ValuesRequest): Steps<Facet> {
    const selection = yield* this.select(query)
    return yield* countValues(this.valuesOf(column), selection, { column, search })
  }

  /** Groups the rows of a query. */
  *groups({ query, ...request }: GroupRequest): Steps<GroupedLists> {
    const selection = yield* this.select(query)
    return yield* groupSelected(this.parser.cells, request, selection, this.valuesOf)
  }

  /** Finds the first rows that meet a condition, and counts all. */
  *find({ limit, ...condition }: FindRequest): Steps<Found<Record<string, unknown>>> {
    const { cells } = this.parser
    const isFound = toRowTest(cells, condition)
    const found: number[] = []
    let count = 0
    for (const [first, end] of blocksOf(cells.count)) {
      for (let row = first; row < end; row++) if (isFound(row) && ++count <= limit) found.push(row)
      yield
    }
    return { rows: cells.rows(found), count }
  }

  /** Prepares searches of these columns. */
  *prepareSearch({ columns }: Pick<Query, 'columns'>): Steps<undefined> {
    const index = this.indexOf(columns)
    for (const [first, end] of blocksOf(this.parser.cells.count)) {
      index.block(first / BLOCK_ROWS, end - first)
      yield
    }
  }

  /** Returns the keys of the selected rows as JSON text. */
  keys({ selection }: { selection: Selection }): string {
    return JSON.stringify(this.keysOf(selection).keys)
  }

  compare({ selection, earlier }: { selection: Selection; earlier: string }): Changes {
    const { rows, keys } = this.keysOf(selection)
    const rowsAt = (indexes: readonly number[]) => indexes.map((index) => rows[index] as number)
    return compareKeys(keys, earlier, (indexes) => this.parser.cells.rows(rowsAt(indexes)))
  }

  /** Writes the rows of a query with tabs between their cells. */
  *tsv({ columns, query }: WriteRequest): Steps<Lines> {
    const order = yield* this.order(query)
    const lines: string[] = []
    for (const [first, end] of blocksOf(order.length, SLOW_STEP_ROWS)) {
      for (const row of this.parser.cells.rows(order.slice(first, end))) lines.push(tsvLine(columns, row))
      yield
    }
    return { text: lines.join('\n'), count: lines.length }
  }

  /** Writes the CSV file of the rows of a query. */
  *csv({ columns, query }: WriteRequest): FileSteps {
    const order = yield* this.order(query)
    const writer = new CsvWriter(this.parser.cells, columns)
    for (const [first, end] of blocksOf(order.length)) {
      writer.addLines(order.slice(first, end))
      yield { done: end, parts: [writer.take()] }
    }
    yield { done: order.length, parts: [writer.take()] }
    return 'text/csv'
  }

  /**
   * Writes the Excel file of the rows of a query.
   *
   * @throws Error when there are more rows than a sheet holds
   */
  *xlsx({ sheet, columns, query }: XlsxRequest): FileSteps {
    const order = yield* this.order(query)
    if (order.length > MAX_XLSX_ROWS)
      throw new Error(`An Excel sheet holds ${MAX_XLSX_ROWS} rows, not ${order.length}: select fewer rows.`)
    const writer = new XlsxWriter(this.parser.cells, sheet, columns)
    for (const [first, end] of blocksOf(order.length)) {
      writer.measure(order.slice(first, end))
      yield
    }
    writer.start()
    for (const [first, end] of blocksOf(order.length, SLOW_STEP_ROWS)) {
      writer.addRows(order.slice(first, end))
      yield { done: end, parts: writer.takeParts() }
    }
    writer.finish()
    yield { done: order.length, parts: writer.takeParts() }
    return XLSX_TYPE
  }

  private keysOf({ key, where }: Selection): { rows: Uint32Array; keys: string[] } {
    const { cells } = this.parser
    const rows = rowNumbers(cells.count).filter(toRowTest(cells, where))
    return { rows, keys: Array.from(rows, readKeys(cells, key)) }
  }

  /** Returns the selected rows in the order of the query. */
  private *order(query: Query): Steps<Uint32Array> {
    const selection = yield* this.select(query)
    if (!query.sorting) return selection.rows
    const sorted = this.sortedRows(query.sorting)
    return selection.count === selection.rowCount ? sorted : selection.pick(sorted)
  }

  private *select(query: Query): Steps<RowSelection> {
    const selection = this.selection.get(
      this.keyOf(query),
      () => new RowSelection(this.parser.cells, query, () => this.indexOf(query.columns)),
    )
    yield* selection.finish()
    return selection
  }

  /** Identifies the rows that a query selects. It changes while rows arrive. */
  private keyOf(query: Query): string {
    return `${this.parser.cells.count} ${selectionKey(query)}`
  }

  private indexOf(columns: readonly DisplayedField[]): SearchIndex {
    return this.index.get(stringifyJson(columns), () => new SearchIndex(this.parser.cells, columns))
  }

  private readonly valuesOf = (column: DisplayedField): ColumnValues => {
    const { cells } = this.parser
    const key = stringifyJson([column.field, column.display])
    let values = this.columnValues.get(key)
    if (!values || values.ids.length < cells.count) {
      values = new ColumnValues(cells, column, cells.count)
      this.columnValues.set(key, values)
    }
    return values
  }

  private sortedRows(sorting: Sorting): Uint32Array {
    const { cells } = this.parser
    return this.sorted.get(`${cells.count} ${stringifyJson(sorting)}`, () =>
      sortRows(new DisplayReader(cells, sorting), rowNumbers(cells.count), sorting.direction),
    )
  }
}
