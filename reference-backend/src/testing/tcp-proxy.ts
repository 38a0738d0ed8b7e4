import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** Stands between a client and a server, and fails as networks and servers do. */
export interface TcpProxy {
  port: number
  /** Passes nothing on, and takes connections all the same, as a server does whose processes were stopped. */
  freeze(): void
  /** Passes everything on again, what came meanwhile too. */
  thaw(): void
  /** Ends every connection and takes no more, as a server that was killed. */
  stop(): Promise<void>
  /** Takes connections again, on the same port. */
  start(): Promise<void>
}

/** @returns a proxy that passes everything on */
export async function startTcpProxy({ hostname, port }: URL): Promise<TcpProxy> {
  const sockets = new Set<Socket>()
  let frozen = false
  const server = createServer((incoming) => {
    const outgoing = connect(Number(port), hostname)
    const pair = [incoming, outgoing] as const
    for (const [from, to] of [pair, [outgoing, incoming] as const]) {
      sockets.add(from)
      from.on('data', (bytes) => to.write(bytes)).on('error', () => undefined)
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
    freeze() {
      frozen = true
      for (const socket of sockets) socket.pause()
    },
    thaw() {
      frozen = false
      for (const socket of sockets) socket.resume()
    },
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      for (const socket of sockets) socket.destroy()
      await closed
    },
    start: () => listen(own),
  }
}
