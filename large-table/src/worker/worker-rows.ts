import type { DisplayedField } from '../cell-display'
import type { Changes, Selection } from '../compare'
import { plainField, plainQuery } from '../query'
import type {
  CsvOptions,
  Facet,
  FindRequest,
  Found,
  Group,
  GroupRequest,
  Page,
  RowStore,
  Summary,
  SummaryRequest,
  ValuesRequest,
  View,
} from '../row-store'
import { parseSearch } from '../search-text'
import { GROUPS_PER_RESPONSE, type Reply, type Requests, type RequestType } from './protocol'

/** The part of the `Worker` interface in use. */
export interface WorkerHandle {
  postMessage: (message: unknown, transfer: Transferable[]) => void
  addEventListener: (type: 'error', listener: (event: { message?: string }) => void) => void
  terminate: () => void
}

interface RequestOptions {
  transfer?: Transferable[]
  signal?: AbortSignal
  onProgress?: (done: number) => void
}

/** Rows in a dedicated worker; only the rows of a page are sent back. */
export class WorkerRows<R> implements RowStore<R> {
  count = 0
  /** The reject functions of pending requests. */
  private readonly pending = new Set<(error: Error) => void>()
  /** The error for all further requests. */
  private failure: Error | undefined
  private isClosed = false
  /** The number of files being written. */
  private pendingFiles = 0

  /** @param head the first rows in the server's order: the page already has them, so they need not be rendered again */
  constructor(
    private readonly worker: WorkerHandle,
    private readonly head: readonly R[],
  ) {
    worker.addEventListener('error', ({ message = 'it could not be started' }) => {
      this.fail(`The worker that stores the rows failed: ${message}.`)
    })
  }

  open(fields: readonly string[]): Promise<undefined> {
    return this.request('open', { fields })
  }

  /**
   * Transfers the next bytes of the response with their buffer, which nothing else may use.
   *
   * @returns the buffer, once the bytes have been parsed
   */
  async push(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
    const { count, buffer } = await this.request('push', { bytes }, { transfer: [bytes.buffer] })
    this.count = count
    return buffer
  }

  /** Ends the response. @returns the number of list elements that were not rows */
  finish(): Promise<number> {
    return this.request('finish', {})
  }

  page({ first, size, query }: View): Page<R> | Promise<Page<R>> {
    const { conditions, search, sorting } = query
    const isPlain = !sorting && conditions.length === 0 && parseSearch(search).length === 0
    if (isPlain && first + size <= this.head.length)
      return { rows: this.head.slice(first, first + size), first, count: this.count }
    return this.request('page', { first, size, query: plainQuery(query) }) as Promise<Page<R>>
  }

  summary({ query, sum, facets }: SummaryRequest): Promise<Summary> {
    return this.request('summary', {
      query: plainQuery(query),
      sum: sum && plainField(sum),
      facets: facets.map((column) => ({ ...plainField(column), texts: column.texts })),
    })
  }

  values({ query, column, search }: ValuesRequest): Promise<Facet> {
    return this.request('values', { query: plainQuery(query), column: plainField(column), search })
  }

  async groups({ query, by, unit, key, counts, sums }: GroupRequest): Promise<readonly Group[]> {
    const request = {
      query: plainQuery(query),
      by: by && plainField(by),
      unit,
      key: key && { field: key.field, textKey: key.textKey },
      counts: counts?.map(plainField),
      sums: sums.map(plainField),
    }
    const groups: Group[] = []
    for (;;) {
      const next = await this.request('groups', { ...request, first: groups.length })
      groups.push(...next)
      if (next.length < GROUPS_PER_RESPONSE) return groups
    }
  }

  find(request: FindRequest): Promise<Found<R>> {
    return this.request('find', { ...request, column: plainField(request.column) }) as Promise<Found<R>>
  }

  prepareSearch(columns: readonly DisplayedField[]): void {
    // The first search reports a failure.
    this.request('prepareSearch', { columns: columns.map(plainField) }).catch(() => undefined)
  }

  async csv({ columns, query, signal, onProgress }: CsvOptions): Promise<Blob> {
    const plain = columns.map(({ header, field, display }) => ({ header, field, display }))
    this.pendingFiles++
    try {
      return await this.request('csv', { columns: plain, query: plainQuery(query) }, { signal, onProgress })
    } finally {
      this.pendingFiles--
      if (this.isClosed) this.close()
    }
  }

  keys(selection: Selection): Promise<string> {
    return this.request('keys', { selection })
  }

  compare(selection: Selection, earlier: string): Promise<Changes<R>> {
    return this.request('compare', { selection, earlier }) as Promise<Changes<R>>
  }

  /** Pending files are still finished. */
  close(): void {
    this.isClosed = true
    if (this.pendingFiles > 0) return
    this.worker.terminate()
    this.fail('The rows have been replaced or closed.')
  }

  private fail(reason: string): void {
    this.failure ??= new Error(reason)
    for (const reject of this.pending) reject(this.failure)
    this.pending.clear()
  }

  private request<Type extends RequestType>(
    type: Type,
    params: Requests[Type]['params'],
    { transfer = [], signal, onProgress }: RequestOptions = {},
  ): Promise<Requests[Type]['response']> {
    if (this.failure) return Promise.reject(this.failure)
    const { port1, port2 } = new MessageChannel()
    signal?.addEventListener('abort', () => port1.postMessage('cancel'))
    return new Promise<Requests[Type]['response']>((resolve, reject) => {
      this.pending.add(reject)
      port1.onmessage = ({ data }: MessageEvent<Reply>) => {
        if ('progress' in data) return onProgress?.(data.progress)
        this.pending.delete(reject)
        port1.close()
        // The name says whether the response or the worker is at fault.
        if ('error' in data) reject(Object.assign(new Error(data.error), { name: data.name }))
        else resolve(data.value as Requests[Type]['response'])
      }
      this.worker.postMessage({ type, ...params }, [...transfer, port2])
    })
  }
}
