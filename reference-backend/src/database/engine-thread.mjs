// Plain JavaScript: a thread does not take over the loader of TypeScript from the one that started it.
import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'

const engine = await PGlite.create(workerData.dataDirectory).catch((error) => {
  parentPort.postMessage({ kind: 'failed', reason: String(error?.message ?? error) })
})
if (engine) await serve()

/** Answers PostgreSQL's wire protocol, one message after the other. */
async function serve() {
  // As on the connections to a server (server.ts).
  await engine.exec('set random_page_cost = 1.1')
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
  const parts = []
  // Not execProtocolRaw, with which the process grows by all that it returns.
  await engine.execProtocolRawStream(request.bytes, {
    // The engine goes on to use the memory that it shows.
    onRawData: (part) => parts.push(part.slice()),
  })
  const bytes = new Uint8Array(Buffer.concat(parts))
  parentPort.postMessage({ kind: 'answer', bytes }, [bytes.buffer])
}
