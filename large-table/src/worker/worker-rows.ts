import type { DisplayedField } from '../cell-display'
import type { Changes, Selection } from '../compare'
import { plainField, plainQuery } from '../query'
import type {
  CsvOptions,
  Facet,
  FindRequest,
  Found,
  Grouped,
  GroupRequest,
  Lines,
  Measure,
  Page,
  RowStore,
  Summary,
  SummaryRequest,
  ValuesRequest,
  View,
  WriteRequest,
  XlsxOptions,
} from '../row-store'
import { isBlankSearch } from '../search-text'
import { groupsOf } from './group-lists'
import type { WorkerClient } from './worker-client'

/** Rows in a dedicated worker; only the rows of a page are sent back. */
export class WorkerRows<R> implements RowStore<R> {
  private readonly user: ReturnType<WorkerClient['use']>

  /** @param head the first rows in the server's order: the page already has them, so they need not be rendered again */
  constructor(
    private readonly client: WorkerClient,
    private readonly head: readonly R[],
    public count = 0,
  ) {
    this.user = client.use()
  }

  share(): WorkerRows<R> {
    return new WorkerRows(this.client, this.head, this.count)
  }

  open(fields: readonly string[]): Promise<undefined> {
    return this.client.request('open', { fields })
  }

  /**
   * Transfers the next bytes of the response with their buffer, which nothing else may use.
   *
   * @returns the buffer, once the bytes have been parsed
   */
  async push(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
    const { count, buffer } = await this.client.request('push', { bytes }, { transfer: [bytes.buffer] })
    this.count = count
    return buffer
  }

  /** Ends the response. @returns the number of list elements that were not rows */
  finish(): Promise<number> {
    return this.client.request('finish', {})
  }

  pageInMemory({ first, size, query }: View): Page<R> | undefined {
    const { conditions, search, sorting } = query
    const isPlain = !sorting && conditions.length === 0 && isBlankSearch(search)
    if (!isPlain || first + size > this.head.length) return undefined
    return { rows: this.head.slice(first, first + size), first, count: this.count }
  }

  page(view: View): Page<R> | Promise<Page<R>> {
    const { first, size, query } = view
    const request = { first, size, query: plainQuery(query), from: this.user.id }
    return this.pageInMemory(view) ?? (this.client.request('page', request) as Promise<Page<R>>)
  }

  summary({ query, sum, facets }: SummaryRequest): Promise<Summary> {
    return this.client.request('summary', {
      query: plainQuery(query),
      sum: sum && plainField(sum),
      facets: facets.map((column) => ({ ...plainField(column), texts: column.texts })),
      from: this.user.id,
    })
  }

  values({ query, column, search }: ValuesRequest): Promise<Facet> {
    return this.client.request('values', {
      query: plainQuery(query),
      column: plainField(column),
      search,
      from: this.user.id,
    })
  }

  async groups({ query, by, unit, key, counts, sums }: GroupRequest): Promise<Grouped> {
    const { lists, ...others } = await this.client.request('groups', {
      query: plainQuery(query),
      by: plainField(by),
      unit,
      key: key && { field: key.field, textKey: key.textKey },
      counts: counts?.map(plainMeasure),
      sums: sums.map(plainMeasure),
    })
    return { groups: groupsOf(lists), ...others }
  }

  find(request: FindRequest): Promise<Found<R>> {
    return this.client.request('find', { ...request, column: plainField(request.column) }) as Promise<Found<R>>
  }

  prepareSearch(columns: readonly DisplayedField[]): void {
    // The first search reports a failure.
    this.client.request('prepareSearch', { columns: columns.map(plainField) }).catch(() => undefined)
  }

  async tsv(request: WriteRequest): Promise<Lines> {
    const { release } = this.client.use()
    return this.client.request('tsv', plainRequest(request)).finally(release)
  }

  async csv({ signal, onProgress, ...request }: CsvOptions): Promise<Blob> {
    const { release } = this.client.use()
    return this.client.request('csv', plainRequest(request), { signal, onProgress }).finally(release)
  }

  async xlsx({ signal, onProgress, sheet, columns, query }: XlsxOptions): Promise<Blob> {
    const { release } = this.client.use()
    const request = {
      sheet,
      columns: columns.map(({ header, width, isDate, ...column }) => ({
        header,
        width,
        isDate,
        ...plainField(column),
      })),
      query: plainQuery(query),
    }
    return this.client.request('xlsx', request, { signal, onProgress }).finally(release)
  }

  keys(selection: Selection): Promise<string> {
    return this.client.request('keys', { selection })
  }

  compare(selection: Selection, earlier: string): Promise<Changes<R>> {
    return this.client.request('compare', { selection, earlier }) as Promise<Changes<R>>
  }

  /** Pending files are still finished. */
  close(): void {
    this.user.release()
  }
}

/** As `plainField`, for a measure. */
function plainMeasure({ field, display, dates, days, once }: Measure): Measure {
  return { field, display, dates: dates && plainField(dates), days, once }
}

function plainRequest({ columns, query }: WriteRequest): WriteRequest {
  return {
    columns: columns.map(({ header, ...column }) => ({ header, ...plainField(column) })),
    query: plainQuery(query),
  }
}
