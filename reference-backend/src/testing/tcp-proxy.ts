import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/**
 * Starts a proxy between a client and a server that simulates failures of networks and servers. It forwards everything.
 * @param refused names of startup parameters that it refuses, as PgBouncer does
 */
export async function startTcpProxy({ hostname, port }: URL, refused: readonly string[] = []) {
  const sockets = new Set<Socket>()
  let frozen = false
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname)
    incoming.once('data', (startup) => {
      const name = refused.find((parameter) => startup.includes(`\0${parameter}\0`))
      if (name) incoming.end(errorResponse(`unsupported startup parameter: ${name}`))
    })
    const pair = [incoming, outgoing] as const
    for (const [from, to] of [pair, [outgoing, incoming] as const]) {
      sockets.add(from)
      from.on('data', (bytes) => to.writable && to.write(bytes)).on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
      if (frozen) from.pause()
    }
  })
  const listen = async (at: number) => {
    server.listen(at, 'localhost')
    await once(server, 'listening')
  }
  await listen(0)
  const { port: own } = server.address() as AddressInfo
  return {
    port: own,
    /** Forwards nothing but accepts connections, as a server with stopped processes. */
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    /** Forwards again, including the data received while frozen. */
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    /** Closes every connection and accepts no more, as a killed server. */
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    /** Accepts connections again on the same port. */
    start: () => listen(own),
  }
}

/** An ErrorResponse of PostgreSQL's protocol: fields of a letter and a text. */
function errorResponse(text: string): Buffer {
  const fields = Buffer.from(`SFATAL\0C08P01\0M${text}\0\0`)
  const head = Buffer.from('E\0\0\0\0')
  head.writeInt32BE(fields.length + 4, 1)
  return Buffer.concat([head, fields])
}
