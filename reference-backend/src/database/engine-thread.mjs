// Plain JavaScript: a thread does not take over the loader of TypeScript from the one that started it.
import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

/** The engine flushes every 8 KiB, which would be too many messages. */
const largestMessageBytes = 256 * 1024

const engine = await PGlite.create(workerData.dataDirectory).catch((error) => {
  parentPort.postMessage({ kind: 'failed', reason: String(error?.message ?? error) })
})
if (engine) await serve()

/** Answers PostgreSQL's wire protocol, one message after the other. */
async function serve() {
  parentPort.postMessage({ kind: 'ready' })
  for await (const [request] of on(parentPort, 'message')) {
    if (request.kind === 'close') break
    await answer(request)
  }
  await engine.close()
  process.exit()
}

async function answer(request) {
  if (request.kind === 'connect') {
    // What a connection that broke off had begun.
    await engine.exec('rollback')
    return parentPort.postMessage({ kind: 'connected' })
  }
  const { add, send } = createAnswer()
  await engine.execProtocolRawStream(request.bytes, { onRawData: add })
  send()
}

function createAnswer() {
  let parts = []
  let size = 0
  const send = () => {
    if (size === 0) return
    const bytes = new Uint8Array(Buffer.concat(parts, size))
    parts = []
    size = 0
    parentPort.postMessage({ kind: 'answer', bytes }, [bytes.buffer])
  }
  const add = (part) => {
    // The engine goes on to use the memory that it shows.
    parts.push(part.slice())
    size += part.length
    if (size >= largestMessageBytes) send()
  }
  return { add, send }
}
