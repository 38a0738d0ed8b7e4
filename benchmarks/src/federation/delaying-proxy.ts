import { once } from 'node:events'
import {
  Agent,
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http'
import { createSecureServer, type Http2ServerRequest, type Http2ServerResponse } from 'node:http2'
import type { AddressInfo } from 'node:net'
import type { Certificate } from './self-signed'

/** A server in front of others, that lets each request wait as if it had come a long way. */
export interface DelayingProxy {
  origin: string
  /** Origin of the server behind it. */
  target: string
  /** Origins of further servers, by the path that each stands behind, such as `/api/`. */
  targets: Record<string, string>
  /** The round trip that every request is delayed by, in milliseconds. */
  delay: number
  close(): Promise<void>
}

/** What HTTP/2 knows by other means. */
const OF_CONNECTION = /^(:.*|connection|keep-alive|transfer-encoding)$/

/** @param certificate for HTTP/2, which browsers want over TLS */
export async function startDelayingProxy(certificate?: Certificate): Promise<DelayingProxy> {
  // A kept connection that the server behind closes just now would fail the request that is given to it.
  const agent = new Agent({ keepAlive: false })
  const handedOn = (headers: IncomingHttpHeaders) => (certificate ? withoutConnection(headers) : headers)
  const handle = (incoming: IncomingMessage | Http2ServerRequest, outgoing: ServerResponse | Http2ServerResponse) => {
    const forward = () => {
      const options = { method: incoming.method, headers: handedOn(incoming.headers), agent }
      const onward = request(addressBehind(proxy, incoming.url ?? '/'), options, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, handedOn(answer.headers))
        answer.pipe(outgoing)
      })
      onward.on('error', () => outgoing.destroy())
      outgoing.on('close', () => onward.destroy())
      incoming.pipe(onward)
    }
    setTimeout(forward, proxy.delay)
  }
  const { server, drop } = certificate ? http2(certificate, handle) : http1(handle)
  server.listen(0, 'localhost')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const proxy: DelayingProxy = {
    origin: `${certificate ? 'https' : 'http'}://localhost:${port}`,
    target: '',
    targets: {},
    delay: 0,
    async close() {
      agent.destroy()
      drop()
      server.close()
      await once(server, 'close')
    },
  }
  return proxy
}

type Handle = (incoming: IncomingMessage | Http2ServerRequest, outgoing: ServerResponse | Http2ServerResponse) => void

function http1(handle: Handle) {
  const server = createServer(handle)
  // The same, of the connections to it.
  server.keepAliveTimeout = 0
  return { server, drop: () => server.closeAllConnections() }
}

function http2({ key, cert }: Certificate, handle: Handle) {
  const server = createSecureServer({ key, cert }, handle)
  const sessions = new Set<{ destroy(): void }>()
  server.on('session', (session) => sessions.add(session))
  const drop = () => {
    for (const session of sessions) session.destroy()
  }
  return { server, drop }
}

function addressBehind({ target, targets }: DelayingProxy, url: string): URL {
  const folder = Object.keys(targets).find((path) => url.startsWith(path))
  return folder === undefined ? new URL(url, target) : new URL(url.slice(folder.length - 1), targets[folder])
}

function withoutConnection(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_CONNECTION.test(name)))
}
