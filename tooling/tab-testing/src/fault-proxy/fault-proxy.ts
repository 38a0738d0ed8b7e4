import { once } from 'node:events'
import { createServer, type IncomingMessage, request as requestUpstream, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { createFaults, DRIPPED_BYTES, type Faults, type RecordedRequest, type StubResponse } from './faults'

const realNow = performance.now.bind(performance)

/** A running proxy of {@link startFaultProxy}. */
export interface FaultProxy extends Faults {
  /** Base URL for clients, without a trailing slash. */
  url: string
  /** Resolves when no request is pending, including those that the client has aborted. */
  idle(): Promise<void>
  /** Stops immediately and closes open connections. */
  close(): Promise<void>
}

/** A response of the service, or in its place. */
interface Reply {
  status: number
  headers: NodeJS.Dict<string | string[]>
  body: Buffer
}

/**
 * Starts a reverse proxy that records requests and injects faults, by endpoint until it recovers, or by request in a
 * schedule. CORS preflights are always forwarded and not recorded. Stub responses carry CORS headers, so that a fault
 * affects the request, not the permission.
 *
 * {@link furtherUrl} is a request to a further origin, of which only a server of this machine gets it.
 *
 * @param service.target base URL of the service
 * @example
 * const proxy = await startFaultProxy({ target: 'http://127.0.0.1:4002' })
 * proxy.fail('SelectCodes', 500)
 */
export async function startFaultProxy({ target }: { target: string }): Promise<FaultProxy> {
  const { faults, treat } = createFaults()
  const base = target.replace(/\/+$/, '')
  const pending = new Set<Promise<void>>()

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { socket } = request
    const body = await buffer(request)
    const further = /^\/(https?:.+)/.exec(request.url ?? '')?.[1]
    const url = further ?? base + request.url
    if (request.method === 'OPTIONS') return send(response, await forward(url, request, body))
    const recorded = recordOf(request, body, further)
    response.on('close', () => {
      recorded.aborted = !response.writableFinished
      recorded.ended = true
    })
    const { fault, released } = treat(recorded)
    const isElsewhere = further !== undefined && !isOfThisMachine(further)
    const { before, times = isElsewhere ? 0 : 1, atOnce = false, after } = fault
    const { reply = isElsewhere ? unknownReply(further) : 'response' } = fault
    const forwardOnce = async () => {
      recorded.servedUntil = Number.POSITIVE_INFINITY
      const served = await forward(url, request, body)
      recorded.servedUntil = performance.now()
      return served
    }
    if (before) await delay(before)
    await fault.prepare?.()
    const first = times > 0 ? forwardOnce() : undefined
    if (!atOnce) await first
    const [, upstream] = await Promise.all([first, times > 1 ? forwardOnce() : first])
    if (after) await delay(after)
    await released
    if (recorded.aborted) return
    const sent = typeof reply === 'object' ? stubOf(reply, request) : upstream
    if (reply === 'reset' || !sent) return void socket.resetAndDestroy()
    if (reply === 'half') return cut(response, sent)
    recorded.response = sent.body.toString()
    await send(response, sent, fault.isDripped ? DRIPPED_BYTES : 0)
  }

  const server = createServer((request, response) => {
    // A client that aborts within its request body is handled as a dropped connection, as is an unreachable service.
    const served = serve(request, response).catch(() => void request.socket.destroy())
    pending.add(served)
    void served.finally(() => pending.delete(served))
  })
  // A browser retries a request only on a reused connection.
  server.keepAliveTimeout = 60_000
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const address = server.address() as AddressInfo

  return {
    ...faults,
    url: `http://127.0.0.1:${address.port}`,
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

/** The URL at a proxy for a request to another origin than its service. @param proxy base URL */
export function furtherUrl(proxy: string, url: string): string {
  return `${proxy}/${url}`
}

/** Whether a URL is one of this machine, or none of a server, such as `data:`. */
export function isOfThisMachine(url: string): boolean {
  const { protocol, hostname } = new URL(url)
  return !/^https?:$/.test(protocol) || ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** A test sends nothing to a real service. */
function unknownReply(url: string) {
  const error = `The test has no response for ${url}: name it in the option 'rows'.`
  return { status: 501, body: JSON.stringify({ error }) }
}

function recordOf({ method = '', url = '', headers }: IncomingMessage, body: Buffer, further = url): RecordedRequest {
  return {
    method,
    path: further,
    headers,
    body: body.toString(),
    aborted: false,
    ended: false,
    response: '',
    receivedAt: realNow(),
    servedUntil: 0,
  }
}

/** As by a network, the service gets a request although the client aborts it. */
async function forward(url: string, received: IncomingMessage, body: Buffer): Promise<Reply> {
  const { host, connection, ...sent } = received.headers
  const upstream = requestUpstream(url, { method: received.method, headers: sent, agent: false })
  // One after its response fails the response, too.
  upstream.on('error', () => undefined)
  const [response] = (await once(upstream.end(body), 'response')) as [IncomingMessage]
  // Of the connection to the service, which ends; that of the client stays open.
  const { connection: _connection, 'transfer-encoding': _encoding, ...headers } = response.headers
  return { status: response.statusCode ?? 502, headers, body: await buffer(response) }
}

function stubOf(stub: Partial<StubResponse> & { body: string }, { headers: { origin = '*' } }: IncomingMessage): Reply {
  const { status = 200, contentType = 'application/json', headers = {}, body } = stub
  const cors = { 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': Object.keys(headers) }
  const own = { ...cors, 'Content-Type': contentType, 'Cache-Control': 'no-store', ...headers }
  return { status, headers: own, body: Buffer.from(body) }
}

/** @param dripped the number of bytes that are sent one a second */
async function send(response: ServerResponse, { status, headers, body }: Reply, dripped = 0): Promise<void> {
  response.writeHead(status, headers)
  for (const byte of body.subarray(0, dripped)) {
    response.write(Buffer.of(byte))
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
  response.end(body.subarray(dripped))
}

function cut(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, { ...headers, 'content-length': body.length })
  response.write(body.subarray(0, body.length / 2), () => response.socket?.resetAndDestroy())
}
