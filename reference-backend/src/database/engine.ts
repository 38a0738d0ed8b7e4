import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

/** What the engine's thread says. */
type Message =
  | { kind: 'ready' | 'connected' }
  | { kind: 'failed'; reason: string }
  | { kind: 'answer'; bytes: Uint8Array }

/** An embedded PostgreSQL on a thread of its own. */
export interface Engine {
  /** A connection, as a socket would give it to a PostgreSQL client. The engine has one session: one at a time. */
  connect(): Duplex
  close(): Promise<void>
}

/**
 * Starts an embedded PostgreSQL. Its queries keep its thread busy, and no other.
 * @param dataDirectory where it keeps its state; undefined to forget it when closed
 */
export async function startEngine(dataDirectory?: string): Promise<Engine> {
  const thread = new Worker(new URL('engine-thread.mjs', import.meta.url), { workerData: { dataDirectory } })
  const [message]: Message[] = await once(thread, 'message')
  if (message?.kind === 'failed') {
    await thread.terminate()
    throw new Error(message.reason)
  }
  return {
    connect: () => new EngineConnection(thread),
    close: async () => {
      thread.postMessage({ kind: 'close' })
      await once(thread, 'exit')
    },
  }
}

/** Bytes of the wire protocol, to and from the engine's thread. */
class EngineConnection extends Duplex {
  #connected = false

  constructor(private readonly thread: Worker) {
    super()
    thread.on('message', this.receive).on('exit', this.lose)
  }

  /** As a socket's: the client waits for the event. */
  connect(): void {
    this.thread.postMessage({ kind: 'connect' })
  }

  private readonly receive = (message: Message) => {
    if (message.kind === 'connected') {
      this.#connected = true
      this.emit('connect')
    }
    // What comes before is for an earlier connection, which did not wait for it.
    if (message.kind === 'answer' && this.#connected) this.push(message.bytes)
  }

  private readonly lose = () => this.destroy(new Error('The embedded database has ended.'))

  // What else a client asks of a socket means nothing here.
  setNoDelay(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.thread.postMessage({ kind: 'request', bytes })
    done()
  }

  /** What was written together is sent together: a query is five messages. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.thread.off('message', this.receive).off('exit', this.lose)
    done(error)
  }
}
