import type { Changes, Selection } from '../compare'
import type { CsvOptions, RowStore, View } from '../row-store'
import type { Reply, Requests, RequestType } from './protocol'

/** The end of a worker that this thread has. */
export interface WorkerEnd {
  postMessage: (message: unknown, transfer: Transferable[]) => void
  addEventListener: (type: 'error', listener: (event: { message?: string }) => void) => void
  terminate: () => void
}

interface AskOptions {
  transfer?: Transferable[]
  signal?: AbortSignal
  onProgress?: (done: number) => void
}

/** Rows that are kept in a worker of their own, from which only those of a page ever come back. */
export class WorkerRows<R> implements RowStore<R> {
  count = 0
  /** Rejects what is waited for. */
  private readonly waiting = new Set<(error: Error) => void>()
  /** Why nothing more can be asked. */
  private end: Error | undefined
  private isClosed = false
  /** How many files are being made. */
  private files = 0

  /** @param head the first rows in the order of the server: the page has them, and they need not be drawn anew */
  constructor(
    private readonly worker: WorkerEnd,
    private readonly head: readonly R[],
  ) {
    worker.addEventListener('error', ({ message = 'it could not be started' }) => {
      this.endWith(`The worker that keeps the rows has failed: ${message}.`)
    })
  }

  open(fields: readonly string[]): Promise<undefined> {
    return this.ask('open', { fields })
  }

  /**
   * Hands over the next bytes of the response, and the memory that they are in, which nothing else may use.
   *
   * @returns that memory, once they have been read
   */
  async push(bytes: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
    const { count, room } = await this.ask('push', { bytes }, { transfer: [bytes.buffer] })
    this.count = count
    return room
  }

  /** @returns how many elements of the list were no rows */
  finish(): Promise<number> {
    return this.ask('finish', {})
  }

  page(view: View): readonly R[] | Promise<readonly R[]> {
    const { first, size, sorting } = view
    if (!sorting && first + size <= this.head.length) return this.head.slice(first, first + size)
    return this.ask('page', view) as Promise<readonly R[]>
  }

  async csv({ columns, sorting, signal, onProgress }: CsvOptions): Promise<Blob> {
    const plain = columns.map(({ header, field, display }) => ({ header, field, display }))
    this.files++
    try {
      return await this.ask('csv', { columns: plain, sorting }, { signal, onProgress })
    } finally {
      this.files--
      if (this.isClosed) this.close()
    }
  }

  keys(selection: Selection): Promise<string> {
    return this.ask('keys', { selection })
  }

  compare(selection: Selection, earlier: string): Promise<Changes> {
    return this.ask('compare', { selection, earlier })
  }

  /** A file that is being made is still finished. */
  close(): void {
    this.isClosed = true
    if (this.files > 0) return
    this.worker.terminate()
    this.endWith('The rows have been replaced or closed.')
  }

  private endWith(reason: string): void {
    this.end ??= new Error(reason)
    for (const reject of this.waiting) reject(this.end)
    this.waiting.clear()
  }

  private ask<Type extends RequestType>(
    type: Type,
    request: Requests[Type]['asks'],
    { transfer = [], signal, onProgress }: AskOptions = {},
  ): Promise<Requests[Type]['response']> {
    if (this.end) return Promise.reject(this.end)
    const { port1, port2 } = new MessageChannel()
    signal?.addEventListener('abort', () => port1.postMessage('cancel'))
    return new Promise<Requests[Type]['response']>((resolve, reject) => {
      this.waiting.add(reject)
      port1.onmessage = ({ data }: MessageEvent<Reply>) => {
        if ('progress' in data) return onProgress?.(data.progress)
        this.waiting.delete(reject)
        port1.close()
        if ('error' in data) reject(new Error(data.error))
        else resolve(data.value as Requests[Type]['response'])
      }
      this.worker.postMessage({ type, ...request }, [...transfer, port2])
    })
  }
}
