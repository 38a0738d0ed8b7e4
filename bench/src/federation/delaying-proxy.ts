import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server in front of another one, that lets each request wait as if it had come a long way. */
export interface DelayingProxy {
  origin: string
  /** Origin of the server behind it. */
  target: string
  /** The round trip that every request is delayed by, in milliseconds. */
  delay: number
  close(): Promise<void>
}

export async function startDelayingProxy(): Promise<DelayingProxy> {
  // A kept connection that the server behind closes just now would fail the request that is given to it.
  const agent = new Agent({ keepAlive: false })
  const server = createServer((incoming, outgoing) => {
    const forward = () => {
      const { method, url, headers } = incoming
      const onward = request(new URL(url ?? '/', proxy.target), { method, headers, agent }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      onward.on('error', () => outgoing.destroy())
      outgoing.on('close', () => onward.destroy())
      incoming.pipe(onward)
    }
    setTimeout(forward, proxy.delay)
  })
  // The same, of the connections to it.
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
