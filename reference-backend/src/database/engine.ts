import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { Worker } from 'node:worker_threads'
import { requireRoom, writeErrorOf } from './disk-error'
import { ConnectionError } from './unavailable'

/** A message from the engine's thread. */
type Message =
  | { kind: 'ready' | 'connected' }
  | ({ kind: 'failed' } & Failure)
  | { kind: 'response'; bytes: Uint8Array }

/** Why the thread has ended; with a code of the system when that refused to write. */
interface Failure {
  reason: string
  code?: string
}

/** An embedded PostgreSQL on its own thread. */
export interface Engine {
  /**
   * Opens a connection in place of a PostgreSQL client's socket. The engine has one session: one connection at a time.
   * In place of a thread that has ended, such as for a full disk, it starts another one on the same data.
   */
  connect(): Duplex
  close(): Promise<void>
}

/** Time for the engine to write its data when it closes, in milliseconds. Without it, its log restores the data. */
const closeMs = 1_000

/**
 * Starts an embedded PostgreSQL. Its queries block its own thread only.
 * @param dataDirectory its data directory; undefined for a database in memory
 * @throws {DiskError} when the disk refuses to write
 * @throws {Error} when the engine cannot open the directory
 */
export async function startEngine(dataDirectory?: string): Promise<Engine> {
  let thread = await startThread(dataDirectory)
  let starting: Promise<void> | undefined
  const restart = async () => {
    if (dataDirectory === undefined) throw new Error('the data in memory is lost; start the backend again')
    await thread.exited
    // Refused at once, rather than by the new thread in seconds.
    await requireRoom(dataDirectory)
    thread = await startThread(dataDirectory)
  }
  const running = async () => {
    if (thread.failed) {
      starting ??= restart().finally(() => {
        starting = undefined
      })
      await starting
    }
    return thread.worker
  }
  const describe = (failure: Failure) => errorOf(failure, dataDirectory)
  return {
    connect: () => new EngineConnection(running, describe),
    close: async () => {
      await starting?.catch(() => undefined)
      await closeThread(thread)
    },
  }
}

interface EngineThread {
  worker: Worker
  /** Whether it has failed or exited. */
  failed: boolean
  exited: Promise<void>
}

async function startThread(dataDirectory: string | undefined): Promise<EngineThread> {
  const worker = new Worker(new URL('./engine-thread.js', import.meta.url), { workerData: { dataDirectory } })
  const thread: EngineThread = {
    worker,
    failed: false,
    exited: new Promise((resolve) => worker.once('exit', () => resolve())),
  }
  const fail = () => {
    thread.failed = true
  }
  worker.on('message', ({ kind }: Message) => kind === 'failed' && fail()).on('exit', fail)
  const [message]: Message[] = await once(worker, 'message')
  // Without a listener, an error of the thread would end the process. The event `exit` follows.
  worker.on('error', () => undefined)
  if (message?.kind !== 'failed') return thread
  await worker.terminate()
  throw errorOf(message, dataDirectory)
}

async function closeThread({ worker, failed, exited }: EngineThread): Promise<void> {
  if (!failed) worker.postMessage({ kind: 'close' })
  const limit = setTimeout(() => worker.terminate(), closeMs)
  await exited
  clearTimeout(limit)
}

function errorOf({ reason, code }: Failure, dataDirectory: string | undefined): Error {
  const error = Object.assign(new Error(reason), { code })
  return dataDirectory === undefined || code === undefined ? error : writeErrorOf(error, dataDirectory)
}

/** A stream of PostgreSQL's wire protocol to and from the engine's thread. */
class EngineConnection extends Duplex {
  #thread: Worker | undefined
  #connected = false

  constructor(
    private readonly start: () => Promise<Worker>,
    private readonly errorOf: (failure: Failure) => Error,
  ) {
    super()
  }

  /** As `Socket.connect`: the client waits for the event `connect`. */
  connect(): void {
    this.start().then(
      (thread) => {
        if (this.destroyed) return
        this.#thread = thread.on('message', this.receive).on('exit', this.handleExit)
        thread.postMessage({ kind: 'connect' })
      },
      (error) => this.destroy(error),
    )
  }

  private readonly receive = (message: Message) => {
    if (message.kind === 'failed') this.destroy(this.errorOf(message))
    if (message.kind === 'connected') {
      this.#connected = true
      this.emit('connect')
    }
    // Earlier responses belong to a previous connection that was broken off.
    if (message.kind === 'response' && this.#connected) this.push(message.bytes)
  }

  private readonly handleExit = () => this.destroy(new ConnectionError('The thread of the embedded database has ended'))

  // Socket methods of the client without a meaning here.
  setNoDelay(): void {}
  ref(): void {}
  unref(): void {}

  override _read(): void {}

  override _write(bytes: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.#thread?.postMessage({ kind: 'request', bytes })
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
    this.#thread?.off('message', this.receive).off('exit', this.handleExit)
    done(error)
  }
}
