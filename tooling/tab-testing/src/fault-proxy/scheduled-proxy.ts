import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** The faults of one request. Delays are in milliseconds. */
export interface ScheduledFault {
  /** Delay before forwarding. */
  before?: number
  /** Runs immediately before forwarding, for example to lock the database. */
  prepare?: () => Promise<unknown>
  /** Number of times it is forwarded, 1 by default. 2 imitates a browser that retries. */
  times?: 0 | 1 | 2
  /** Forwards the second time without waiting for the first response. */
  atOnce?: boolean
  /** Delay of the response. */
  after?: number
  /** The client receives the last response (default), half of it, a reset, a gateway error, or a 200 with another body. */
  reply?: 'response' | 'half' | 'reset' | 502 | 503 | { body: string }
}

interface ServiceResponse {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A request that reached the service. */
export interface ForwardedRequest {
  path: string
  /** Idempotency key. */
  key: string | undefined
  /** Time of the response by `performance.now()`, in milliseconds; undefined while pending. */
  endedAt: number | undefined
}

/** A running proxy of {@link startScheduledProxy}. */
export interface ScheduledProxy {
  url: string
  /** Sets the faults of the next requests, one each, and clears the records. Later requests have no fault. */
  schedule(faults: readonly ScheduledFault[]): void
  /** Number of scheduled faults applied so far. */
  applied(): number
  /** Requests forwarded since the last `schedule`. */
  forwarded(): readonly ForwardedRequest[]
  /** Resolves when no request is pending, including requests that the client has aborted. */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a proxy with a predetermined sequence of faults. Unlike the fault proxy, it forwards aborted requests, as a
 * network does.
 *
 * @param target base URL of the service
 * @param names endpoints with faults, such as `InsertCodes`; requests to others are forwarded unchanged
 */
export async function startScheduledProxy(target: string, names: readonly string[]): Promise<ScheduledProxy> {
  const base = target.replace(/\/+$/, '')
  const pending = new Set<Promise<void>>()
  let faults: readonly ScheduledFault[] = []
  let scheduledCount = 0
  let forwarded: ForwardedRequest[] = []

  async function forward(incoming: IncomingMessage, body: Buffer): Promise<ServiceResponse> {
    const key = incoming.headers['idempotency-key']
    const entry: ForwardedRequest = { path: incoming.url ?? '', key: key?.toString(), endedAt: undefined }
    if (isScheduled(incoming)) forwarded.push(entry)
    const response = await send(base + incoming.url, incoming, body)
    entry.endedAt = performance.now()
    return response
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of incoming) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const fault = (isScheduled(incoming) && faults[scheduledCount++]) || {}
    const { before = 0, times = 1, atOnce = false, after = 0, reply = 'response' } = fault
    if (before) await setTimeout(before)
    await fault.prepare?.()
    const first = times > 0 ? forward(incoming, body) : undefined
    if (!atOnce) await first
    const last = times > 1 ? forward(incoming, body) : first
    const [, upstream] = await Promise.all([first, last])
    if (after) await setTimeout(after)
    if (typeof reply === 'object') response.writeHead(200, gatewayHeaders(incoming)).end(reply.body)
    else if (typeof reply === 'number') response.writeHead(reply, gatewayHeaders(incoming)).end('{}')
    else if (reply === 'reset' || !upstream) incoming.socket.resetAndDestroy()
    else if (upstream) respond(response, upstream, reply === 'half')
  }

  const isScheduled = ({ url = '', method }: IncomingMessage) =>
    method !== 'OPTIONS' && names.some((name) => url.endsWith(`/${name}`))

  const server = createServer((incoming, response) => {
    const end = serve(incoming, response).catch(() => void incoming.socket.destroy())
    pending.add(end)
    end.finally(() => pending.delete(end))
  })
  // A browser retries a request only on a reused connection.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    schedule(next) {
      faults = next
      scheduledCount = 0
      forwarded = []
    },
    applied: () => Math.min(scheduledCount, faults.length),
    forwarded: () => forwarded,
    idle: async () => {
      while (pending.size > 0) await Promise.all(pending)
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(url: string, { method, headers: received }: IncomingMessage, body: Buffer): Promise<ServiceResponse> {
  const { host, connection, ...headers } = received
  return new Promise((resolve, reject) => {
    const upstream = request(url, { method, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of response) chunks.push(chunk)
        // Hop-by-hop headers of the connection to the service.
        const { 'transfer-encoding': _encoding, connection: _connection, ...own } = response.headers
        resolve({ status: response.statusCode ?? 502, headers: own, body: Buffer.concat(chunks) })
      } catch (error) {
        reject(error)
      }
    })
    upstream.on('error', reject)
    upstream.end(body)
  })
}

function respond(response: ServerResponse, { status, headers, body }: ServiceResponse, isCut: boolean): void {
  const hasBody = status !== 204 && status !== 304
  response.writeHead(status, { ...headers, ...(hasBody && { 'content-length': body.length }) })
  if (!isCut) response.end(body)
  else response.write(body.subarray(0, body.length / 2), () => response.socket?.resetAndDestroy())
}

/** CORS headers, so that the page can read the gateway error. */
function gatewayHeaders({ headers }: IncomingMessage): Record<string, string> {
  return { 'Access-Control-Allow-Origin': headers.origin ?? '*', 'Content-Type': 'application/json' }
}
