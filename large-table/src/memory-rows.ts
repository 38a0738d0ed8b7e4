import { stringifyJson } from '@canje/shared-auth/json'
import { displayCell } from './cell-display'
import { type Changes, compareKeys, type Selection } from './compare'
import { importWithRetry } from './import-chunk'
import { LastResult } from './last-result'
import { orderRows } from './order-rows'
import type { AnyRow } from './parse-rows'
import { type Query, selectionKey } from './query'
import { rowKey } from './row-key'
import {
  type CsvOptions,
  type Facet,
  type FindRequest,
  type Found,
  type Grouped,
  type GroupRequest,
  type Lines,
  type Page,
  pageStart,
  type RowStore,
  type Summary,
  type SummaryRequest,
  type ValuesRequest,
  type View,
  type WriteRequest,
  type XlsxOptions,
} from './row-store'
import { countValues, filterRows, type SelectedRows, selectRows, sumCells } from './select-rows'
import type { PageColumns } from './worker/page-columns'

/** Rows in the page's memory, for responses that are not large. */
export class MemoryRows<R extends AnyRow> implements RowStore<R> {
  /** The last results, for further pages of the same query. */
  private readonly searchTexts = new LastResult<readonly string[]>()
  private readonly selected = new LastResult<SelectedRows<R>>()
  private readonly sorted = new LastResult<readonly R[]>()
  private columns: Promise<PageColumns> | undefined

  /** @param isGarbled see {@link Summary} */
  constructor(
    private readonly rows: readonly R[],
    private readonly isGarbled = false,
  ) {}

  get count(): number {
    return this.rows.length
  }

  page(view: View): Page<R> {
    return this.pageInMemory(view)
  }

  pageInMemory({ first, size, query }: View): Page<R> {
    const rows = this.sortedRows(query)
    const start = pageStart({ first, size }, rows.length)
    return { rows: rows.slice(start, start + size), first: start, count: rows.length }
  }

  async summary({ query, sum, facets }: SummaryRequest): Promise<Summary> {
    const selected = this.selectedRows(query)
    return {
      count: selected.rows.length,
      found: selected.found.length,
      linesNotFound: selected.linesNotFound,
      sum: sum && sumCells(selected.rows, sum),
      isGarbled: this.isGarbled,
      facets: facets.map((column) => countValues(selected, { query, column, search: '' })),
    }
  }

  async values(request: ValuesRequest): Promise<Facet> {
    return countValues(this.selectedRows(request.query), request)
  }

  async groups(request: GroupRequest): Promise<Grouped> {
    return (await this.inColumns()).groups(request)
  }

  async find({ limit, ...condition }: FindRequest): Promise<Found<R>> {
    const found = filterRows(this.rows, [condition])
    return { rows: found.slice(0, limit), count: found.length }
  }

  async tsv(request: WriteRequest): Promise<Lines> {
    return (await this.inColumns()).tsv(request)
  }

  async csv(options: CsvOptions): Promise<Blob> {
    return (await this.inColumns()).csv(options)
  }

  async xlsx(options: XlsxOptions): Promise<Blob> {
    return (await this.inColumns()).xlsx(options)
  }

  async keys(selection: Selection): Promise<string> {
    return JSON.stringify(keysOf(filterRows(this.rows, [selection.where]), selection))
  }

  async compare(selection: Selection, earlier: string): Promise<Changes<R>> {
    const rows = filterRows(this.rows, [selection.where])
    return compareKeys(keysOf(rows, selection), earlier, (indexes) =>
      indexes.map((index) => rows[index]).filter((row) => row !== undefined),
    )
  }

  close(): void {}

  /** Returns the rows in columns, whose code is loaded with the first groups or the first file. */
  private inColumns(): Promise<PageColumns> {
    this.columns ??= importWithRetry(() => import(/* webpackChunkName: 'columns' */ './worker/page-columns')).then(
      ({ storeColumns }) => storeColumns(this.rows),
    )
    this.columns.catch(() => {
      this.columns = undefined
    })
    return this.columns
  }

  private selectedRows(query: Query): SelectedRows<R> {
    return this.selected.get(selectionKey(query), () => selectRows(this.rows, query, this.searchTexts))
  }

  private sortedRows(query: Query): readonly R[] {
    const { rows } = this.selectedRows(query)
    const { sorting } = query
    if (!sorting) return rows
    return this.sorted.get(stringifyJson([selectionKey(query), sorting]), () =>
      orderRows(rows, (row) => displayCell(row, sorting).value, sorting.direction),
    )
  }
}

function keysOf(rows: readonly AnyRow[], { key }: Selection): string[] {
  return rows.map((row) => rowKey(row, key))
}
