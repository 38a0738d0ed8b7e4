import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'

/** A message from the engine's thread. */
type Message =
  | { kind: 'ready' | 'connected' }
  | { kind: 'failed'; reason: string }
  | { kind: 'response'; bytes: Uint8Array }

/** An embedded PostgreSQL on its own thread. */
export interface Engine {
  /** Opens a connection in place of a PostgreSQL client's socket. The engine has one session: one connection at a time. */
  connect(): Duplex
  close(): Promise<void>
}

/**
 * Starts an embedded PostgreSQL. Its queries block its own thread only.
 * @param dataDirectory its data directory; undefined for a database in memory
 * @throws {Error} when the engine cannot open the directory
 */
export async function startEngine(dataDirectory?: string): Promise<Engine> {
  const thread = new Worker(new URL('./engine-thread.js', import.meta.url), { workerData: { dataDirectory } })
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

/** A stream of PostgreSQL's wire protocol to and from the engine's thread. */
class EngineConnection extends Duplex {
  #connected = false

  constructor(private readonly thread: Worker) {
    super()
    thread.on('message', this.receive).on('exit', this.handleExit)
  }

  /** As `Socket.connect`: the client waits for the event `connect`. */
  connect(): void {
    this.thread.postMessage({ kind: 'connect' })
  }

  private readonly receive = (message: Message) => {
    if (message.kind === 'connected') {
      this.#connected = true
      this.emit('connect')
    }
    // Earlier responses belong to a previous connection that was broken off.
    if (message.kind === 'response' && this.#connected) this.push(message.bytes)
  }

  private readonly handleExit = () =>
    this.destroy(new Error('The thread of the embedded database has ended; start the backend again.'))

  // Socket methods of the client without a meaning here.
  setNoDelay(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.thread.postMessage({ kind: 'request', bytes })
    done()
  }

  /** Sends buffered writes as one message: a query is five protocol messages. */
  override _writev(chunks: { chunk: Buffer }[], done: () => void): void {
    this._write(Buffer.concat(chunks.map(({ chunk }) => chunk)), 'binary', done)
  }

  override _final(done: () => void): void {
    this.push(null)
    done()
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.thread.off('message', this.receive).off('exit', this.handleExit)
    done(error)
  }
}
