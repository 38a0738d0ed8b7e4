import type { DisplayedField } from '../cell-display'
import type { Changes, Selection } from '../compare'
import type {
  CsvOptions,
  Facet,
  FindRequest,
  Found,
  Grouped,
  GroupRequest,
  Lines,
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
  count = 0
  /** Ends the worker once pending files are finished. */
  readonly close: () => void

  /**
   * @param head the first rows in the server's order: the page already has them, so they need not be rendered again
   */
  constructor(
    private readonly client: WorkerClient,
    private readonly head: readonly R[],
  ) {
    this.close = client.use()
  }

  open(fields: readonly string[]): Promise<undefined> {
    return this.client.request('open', { fields })
  }

  /** Transfers the next bytes of the response with their buffer, which nothing else may use. */
  async push(bytes: Uint8Array<ArrayBuffer>): Promise<void> {
    this.count = await this.client.request('push', { bytes }, { transfer: [bytes.buffer] })
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
    return this.pageInMemory(view) ?? (this.client.request('page', view) as Promise<Page<R>>)
  }

  summary(request: SummaryRequest): Promise<Summary> {
    return this.client.request('summary', request)
  }

  values(request: ValuesRequest): Promise<Facet> {
    return this.client.request('values', request)
  }

  async groups(request: GroupRequest): Promise<Grouped> {
    const { lists, ...others } = await this.client.request('groups', request)
    return { groups: groupsOf(lists), ...others }
  }

  find(request: FindRequest): Promise<Found<R>> {
    return this.client.request('find', request) as Promise<Found<R>>
  }

  prepareSearch(columns: readonly DisplayedField[]): void {
    // The first search reports a failure.
    this.client.request('prepareSearch', { columns }).catch(() => undefined)
  }

  tsv(request: WriteRequest): Promise<Lines> {
    return this.whileInUse(this.client.request('tsv', request))
  }

  csv({ signal, onProgress, ...request }: CsvOptions): Promise<Blob> {
    return this.whileInUse(this.client.request('csv', request, { signal, onProgress }))
  }

  xlsx({ signal, onProgress, ...request }: XlsxOptions): Promise<Blob> {
    return this.whileInUse(this.client.request('xlsx', request, { signal, onProgress }))
  }

  keys(selection: Selection): Promise<string> {
    return this.client.request('keys', { selection })
  }

  compare(selection: Selection, earlier: string): Promise<Changes<R>> {
    return this.client.request('compare', { selection, earlier }) as Promise<Changes<R>>
  }

  /** Keeps the worker running until a file is written, even if these rows are closed. */
  private whileInUse<File>(file: Promise<File>): Promise<File> {
    return file.finally(this.client.use())
  }
}
