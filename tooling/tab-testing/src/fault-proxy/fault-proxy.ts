import { createServer, type IncomingMessage, request as requestUpstream, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createFaults, DRIPPED_BYTES, type Faults, type RecordedRequest, type StubResponse } from './faults'
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
    if (request.method === 'OPTIONS') return forward({ url: base + request.url, body, request, response })
    if (scheduled.has(request)) return scheduled.serve(request, response, body)
    const recorded = recordOf(request, body)
    response.on('close', () => {
      recorded.aborted = !response.writableFinished
      recorded.ended = true
    })
    const { fault, released, isDripping } = intercept(recorded)
    const tap = (body: AsyncIterable<Buffer>) => recording(recorded, isDripping ? drip(body) : body)
    if (!fault) return forward({ url: base + request.url, body, request, response, released, tap })
    await released
    if (fault === 'drop') request.socket.destroy()
    else await reply(response, fault, request.headers.origin, tap)
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
    reset() {
      faults.reset()
      scheduled.schedule.schedule([], [])
    },
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
  return { method, path: url, headers, body, aborted: false, ended: false, response: '' }
}

type Body = AsyncIterable<Buffer>

async function* recording(recorded: RecordedRequest, body: Body): Body {
  const chunks: Buffer[] = []
  for await (const chunk of body) {
    chunks.push(chunk)
    yield chunk
  }
  recorded.response = Buffer.concat(chunks).toString()
}

async function* drip(body: Body): Body {
  let left = DRIPPED_BYTES
  for await (const chunk of body) {
    const slow = chunk.subarray(0, left)
    left -= slow.length
    for (const byte of slow) {
      yield Buffer.of(byte)
      await new Promise((resolve) => setTimeout(resolve, 1_000))
    }
    if (slow.length < chunk.length) yield chunk.subarray(slow.length)
  }
}

interface ForwardOptions {
  url: string
  body: string
  request: IncomingMessage
  response: ServerResponse
  released?: Promise<unknown> | undefined
  /** Records and slows down the body of the response. */
  tap?: (body: Body) => Body
}

function forward({ url, body, request, response, released, tap = (unchanged) => unchanged }: ForwardOptions): void {
  const { host, connection, ...headers } = request.headers
  const drop = () => request.socket.destroy()
  const upstream = requestUpstream(url, { method: request.method, headers, agent: false }, async (incoming) => {
    await released
    // Of the connection to the service, which ends; that of the client stays open.
    const { connection: _connection, 'transfer-encoding': _encoding, ...own } = incoming.headers
    response.writeHead(incoming.statusCode ?? 502, own)
    await pipeline(incoming, tap, response).catch(drop)
  })
  upstream.on('error', drop)
  response.on('close', () => upstream.destroy())
  upstream.end(body)
}

async function reply(
  response: ServerResponse,
  { status, contentType, headers, body }: StubResponse,
  origin = '*',
  tap: (body: Body) => Body,
): Promise<void> {
  const cors = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': Object.keys(headers ?? {}) }
  response.writeHead(status, { ...cors, 'Content-Type': contentType, 'Cache-Control': 'no-store', ...headers })
  await pipeline(Readable.from(body === '' ? [] : [Buffer.from(body)]), tap, response)
}
