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
import type { Certificate } from '@canje/cli/dev-stack/testing'

/** A reverse proxy that delays each request by a round trip. */
export interface DelayingProxy {
  origin: string
  /** Origin of the server behind the proxy. */
  target: string
  /** Origins of further servers by path prefix, such as `/api/`. */
  targets: Record<string, string>
  /** Delay of every request, in milliseconds. */
  delay: number
  close(): Promise<void>
}

/** Pseudo-headers and the connection-specific headers that HTTP/2 forbids (RFC 9113 § 8.2.2). */
const CONNECTION_HEADERS = /^(:.*|connection|keep-alive|transfer-encoding)$/

/**
 * Starts a proxy on a free port of localhost.
 *
 * @param certificate for HTTP/2, which browsers support only over TLS; HTTP/1.1 without it
 */
export async function startDelayingProxy(certificate?: Certificate): Promise<DelayingProxy> {
  // A request on a kept-alive connection fails when the server closes the connection at that moment.
  const agent = new Agent({ keepAlive: false })
  const forwardedHeaders = (headers: IncomingHttpHeaders) => (certificate ? withoutConnectionHeaders(headers) : headers)
  const handle = (incoming: IncomingMessage | Http2ServerRequest, outgoing: ServerResponse | Http2ServerResponse) => {
    const forward = () => {
      const options = { method: incoming.method, headers: forwardedHeaders(incoming.headers), agent }
      const forwarded = request(targetUrl(proxy, incoming.url ?? '/'), options, (response) => {
        outgoing.writeHead(response.statusCode ?? 502, forwardedHeaders(response.headers))
        response.pipe(outgoing)
      })
      forwarded.on('error', () => outgoing.destroy())
      outgoing.on('close', () => forwarded.destroy())
      incoming.pipe(forwarded)
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
  // For the same reason, on connections to the proxy.
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

function targetUrl({ target, targets }: DelayingProxy, url: string): URL {
  const folder = Object.keys(targets).find((path) => url.startsWith(path))
  return folder === undefined ? new URL(url, target) : new URL(url.slice(folder.length - 1), targets[folder])
}

function withoutConnectionHeaders(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !CONNECTION_HEADERS.test(name)))
}
