import { once } from 'node:events'
import { Duplex } from 'node:stream'
import { MessageChannel, Worker } from 'node:worker_threads'
import { requireRoom, writeErrorOf } from './disk-error'
import { ConnectionError } from './unavailable'

/** A message from the engine's thread. It ends after a failure, which has a code when the system refused to write. */
type Message = { kind: 'ready' } | { kind: 'failed'; reason: string; code?: string }

interface Thread {
  worker: Worker
  /** Why it has failed or exited. */
  failure: Error | undefined
  exited: Promise<unknown>
}

/** Time for the engine to write its data when it closes, in milliseconds. Without it, its log restores the data. */
const closeMs = 1_000

/**
 * Starts an embedded PostgreSQL on its own thread. Its queries block that thread only.
 * @param dataDirectory its data directory; undefined for a database in memory
 * @throws {DiskError} when the disk refuses to write
 * @throws {Error} when the engine cannot open the directory
 */
export async function startEngine(dataDirectory?: string) {
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
    if (thread.failure) {
      starting ??= restart().finally(() => {
        starting = undefined
      })
      await starting
    }
    return thread
  }
  return {
    /**
     * Opens a connection in place of a PostgreSQL client's socket. The engine has one session: one connection at a time.
     * In place of a thread that has ended, such as for a full disk, it starts another one on the same data.
     */
    connect: () => openConnection(running),
    close: async () => {
      await starting?.catch(() => undefined)
      if (!thread.failure) thread.worker.postMessage({ kind: 'close' })
      const limit = setTimeout(() => thread.worker.terminate(), closeMs)
      await thread.exited
      clearTimeout(limit)
    },
  }
}

async function startThread(dataDirectory: string | undefined): Promise<Thread> {
  const worker = new Worker(new URL('./engine-thread.js', import.meta.url), { workerData: { dataDirectory } })
  const thread: Thread = { worker, failure: undefined, exited: once(worker, 'exit') }
  worker.on('message', (message: Message) => {
    if (message.kind === 'failed') thread.failure = errorOf(message, dataDirectory)
  })
  worker.on('exit', () => {
    thread.failure ??= new ConnectionError('The thread of the embedded database has ended')
  })
  await once(worker, 'message')
  // Without a listener, an error of the thread would end the process. The event `exit` follows.
  worker.on('error', () => undefined)
  if (!thread.failure) return thread
  await worker.terminate()
  throw thread.failure
}

function errorOf({ reason, code }: { reason: string; code?: string }, dataDirectory: string | undefined): Error {
  return dataDirectory === undefined || code === undefined
    ? new Error(reason)
    : writeErrorOf(Object.assign(new Error(reason), { code }), dataDirectory)
}

/** Opens a stream of PostgreSQL's wire protocol to the engine's thread, which responds through a port of the stream. */
function openConnection(running: () => Promise<Thread>): Duplex {
  const { port1: responses, port2: portOfThread } = new MessageChannel()
  let worker: Worker | undefined
  const send = (bytes: Buffer, done: () => void) => {
    worker?.postMessage({ kind: 'request', bytes })
    done()
  }
  const stream: Duplex = new Duplex({
    read: () => undefined,
    write: (bytes, _encoding, done) => send(bytes, done),
    // As one message: a query is five protocol messages.
    writev: (chunks, done) => send(Buffer.concat(chunks.map(({ chunk }) => chunk)), done),
    final: (done) => {
      stream.push(null)
      done()
    },
    destroy: (error, done) => {
      responses.close()
      done(error)
    },
  })
  responses.on('message', (bytes: Uint8Array) => stream.push(bytes))
  /** As `Socket.connect`: the client waits for the event `connect`. */
  const connect = () => {
    running().then(
      (thread) => {
        if (stream.destroyed) return
        worker = thread.worker
        const fail = () => stream.destroy(thread.failure)
        worker.once('exit', fail)
        stream.once('close', () => thread.worker.off('exit', fail))
        worker.postMessage({ kind: 'connect', port: portOfThread }, [portOfThread])
        stream.emit('connect')
      },
      (error: Error) => stream.destroy(error),
    )
  }
  // Methods of a client's socket; the last three have no meaning here.
  const nothing = () => undefined
  return Object.assign(stream, { connect, setNoDelay: nothing, ref: nothing, unref: nothing })
}
