import { createServer, type IncomingMessage, request as requestUpstream, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createFaults, type Faults, type RecordedRequest, type StubResponse } from './faults'
import { createSchedule, type Schedule } from './schedule'

/** A running proxy of {@link startFaultProxy}. */
export interface FaultProxy extends Faults, Schedule {
  /** Base URL for clients, without a trailing slash. */
  url: string
  /** Stops immediately and closes open connections. */
  close(): Promise<void>
}

/** Options of {@link startFaultProxy}. */
export interface FaultProxyOptions {
  /** Base URL of the service. */
  target: string
  /** Port to listen on; by default, a free port. */
  port?: number
}

/**
 * Starts a reverse proxy that records requests and injects faults, by endpoint until it recovers, or by request in a
 * schedule, which has precedence. CORS preflights are always forwarded and not recorded. Stub responses carry CORS headers, so that a fault affects the request, not the permission.
 *
 * @throws Error of the operating system when the port is in use
 * @example
 * const proxy = await startFaultProxy({ target: 'http://127.0.0.1:4002' })
 * proxy.fail('SelectCodes', 500)
 */
export async function startFaultProxy({ target, port = 0 }: FaultProxyOptions): Promise<FaultProxy> {
  const { faults, intercept } = createFaults()
  const base = target.replace(/\/+$/, '')
  const scheduled = createSchedule(base)

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const passThrough = (released?: Promise<void>) =>
      forward({ url: base + request.url, body, request, response, released })
    if (request.method === 'OPTIONS') return passThrough()
    if (scheduled.has(request)) return scheduled.serve(request, response, body)
    const recorded = recordOf(request, body)
    response.on('close', () => {
      recorded.aborted = !response.writableFinished
    })
    const { fault, released } = intercept(recorded)
    if (!fault) return passThrough(released)
    await released
    if (fault === 'drop') request.socket.destroy()
    else reply(response, fault, request.headers.origin)
  }

  // A client that aborts within its request body is handled as a dropped connection.
  const server = createServer((request, response) => serve(request, response).catch(() => request.socket.destroy()))
  // A browser retries a request only on a reused connection.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo

  return {
    ...faults,
    ...scheduled.schedule,
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  return Buffer.concat(chunks).toString()
}

function recordOf({ method = '', url = '', headers }: IncomingMessage, body: string): RecordedRequest {
  return { method, path: url, headers, body, aborted: false }
}

interface ForwardOptions {
  url: string
  body: string
  request: IncomingMessage
  response: ServerResponse
  released?: Promise<void> | undefined
}

function forward({ url, body, request, response, released }: ForwardOptions): void {
  const { host, connection, ...headers } = request.headers
  const upstream = requestUpstream(url, { method: request.method, headers, agent: false }, async (incoming) => {
    await released
    // Of the connection to the service, which ends; that of the client stays open.
    const { connection: _connection, 'transfer-encoding': _encoding, ...own } = incoming.headers
    response.writeHead(incoming.statusCode ?? 502, own)
    incoming.pipe(response)
  })
  upstream.on('error', () => request.socket.destroy())
  response.on('close', () => upstream.destroy())
  upstream.end(body)
}

function reply(response: ServerResponse, { status, contentType, headers, body }: StubResponse, origin = '*'): void {
  const cors = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': Object.keys(headers ?? {}) }
  const ownHeaders = { ...cors, 'Content-Type': contentType, 'Cache-Control': 'no-store', ...headers }
  response.writeHead(status, ownHeaders).end(body)
}
