// Plain JavaScript: a worker thread does not inherit the TypeScript loader of its parent.
import { on } from 'node:events'
import { parentPort, workerData } from 'node:worker_threads'
// First: the engine takes its file functions from `fs` when it is loaded.
import './engine-files.js'
import { PGlite } from '@electric-sql/pglite'

const engine = await PGlite.create(workerData.dataDirectory).catch((error) => {
  parentPort.postMessage({ kind: 'failed', reason: String(error?.message ?? error) })
})
if (engine) await serve()

/** Serves PostgreSQL's wire protocol, one message after another. */
async function serve() {
  // The same as on connections to a server (server.ts).
  await engine.exec('set random_page_cost = 1.1')
  parentPort.postMessage({ kind: 'ready' })
  let port
  for await (const [request] of on(parentPort, 'message')) {
    if (request.kind === 'close') break
    if (request.kind === 'connect') {
      port = request.port
      // Ends the open transaction of a connection that was broken off.
      await engine.exec('rollback')
    } else await respond(port, request.bytes)
  }
  await engine.close()
  process.exit()
}

async function respond(port, request) {
  const parts = []
  // Not execProtocolRaw: the memory of the process grows by each result that it returns.
  await engine.execProtocolRawStream(request, {
    // A copy, because the engine reuses the memory.
    onRawData: (part) => parts.push(part.slice()),
  })
  const bytes = new Uint8Array(Buffer.concat(parts))
  port.postMessage(bytes, [bytes.buffer])
}
