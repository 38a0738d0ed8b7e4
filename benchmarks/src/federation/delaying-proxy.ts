import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A reverse proxy that delays each request by a round trip. */
export interface DelayingProxy {
  origin: string
  /** Origin of the server behind the proxy. */
  target: string
  /** Delay of every request, in milliseconds. */
  delay: number
  close(): Promise<void>
}

/** Starts a proxy on a free port of localhost. */
export async function startDelayingProxy(): Promise<DelayingProxy> {
  // A request on a kept-alive connection fails when the server closes the connection at that moment.
  const agent = new Agent({ keepAlive: false })
  const server = createServer((incoming, outgoing) => {
    const forward = () => {
      const options = { method: incoming.method, headers: incoming.headers, agent }
      const forwarded = request(new URL(incoming.url ?? '/', proxy.target), options, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(outgoing)
      })
      forwarded.on('error', () => outgoing.destroy())
      outgoing.on('close', () => forwarded.destroy())
      incoming.pipe(forwarded)
    }
    setTimeout(forward, proxy.delay)
  })
  // For the same reason, on connections to the proxy.
  server.keepAliveTimeout = 0
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxy: DelayingProxy = {
    origin: `http://localhost:${port}`,
    target: '',
    delay: 0,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}
