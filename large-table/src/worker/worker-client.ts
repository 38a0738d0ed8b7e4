import type { Reply, Requests, RequestType } from './protocol'

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

/** Sends requests to a worker, for as long as anything uses it. */
export class WorkerClient {
  /** The reject functions of pending requests. */
  private readonly pending = new Set<(error: Error) => void>()
  /** The error for all further requests. */
  private failure: Error | undefined
  private readonly users = new Set<symbol>()

  constructor(private readonly worker: WorkerHandle) {
    worker.addEventListener('error', ({ message = 'it could not be started' }) => {
      this.fail(`The worker that stores the rows failed: ${message}.`)
    })
  }

  /** Keeps the worker running until all its users have released it. @returns releases it */
  use(): () => void {
    const user = Symbol()
    this.users.add(user)
    return () => {
      this.users.delete(user)
      if (this.users.size > 0) return
      this.worker.terminate()
      this.fail('The rows have been replaced or closed.')
    }
  }

  request<Type extends RequestType>(
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

  private fail(reason: string): void {
    this.failure ??= new Error(reason)
    for (const reject of this.pending) reject(this.failure)
    this.pending.clear()
  }
}
