import { type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
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

/** A predetermined sequence of faults. Aborted requests are forwarded too, as by a network. */
export interface Schedule {
  /**
   * Sets the faults of the next requests to the named endpoints, one each, and clears the records. Later requests have no
   * fault.
   *
   * @param names such as `InsertCodes`
   */
  schedule(names: readonly string[], faults: readonly ScheduledFault[]): void
  /** Number of scheduled faults applied so far. */
  applied(): number
  /** Requests to the named endpoints since the last `schedule`. */
  forwarded(): readonly ForwardedRequest[]
  /** Resolves when none of these requests is pending, including those that the client has aborted. */
  idle(): Promise<void>
}

/**
 * Creates the schedule of a proxy.
 *
 * @param base URL of the service, without a trailing slash
 */
export function createSchedule(base: string) {
  const pending = new Set<Promise<void>>()
  let names: readonly string[] = []
  let faults: readonly ScheduledFault[] = []
  let scheduledCount = 0
  let forwarded: ForwardedRequest[] = []

  async function forward(incoming: IncomingMessage, body: string): Promise<ServiceResponse> {
    const key = incoming.headers['idempotency-key']
    const entry: ForwardedRequest = { path: incoming.url ?? '', key: key?.toString(), endedAt: undefined }
    forwarded.push(entry)
    const response = await send(base + incoming.url, incoming, body)
    entry.endedAt = performance.now()
    return response
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse, body: string): Promise<void> {
    const fault = faults[scheduledCount++] ?? {}
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
    else respond(response, upstream, reply === 'half')
  }

  const schedule: Schedule = {
    schedule(nextNames, nextFaults) {
      names = nextNames
      faults = nextFaults
      scheduledCount = 0
      forwarded = []
    },
    applied: () => Math.min(scheduledCount, faults.length),
    forwarded: () => forwarded,
    idle: async () => {
      while (pending.size > 0) await Promise.allSettled(pending)
    },
  }

  return {
    schedule,
    has: ({ url = '' }: IncomingMessage) => names.some((name) => url.endsWith(`/${name}`)),
    async serve(...request: Parameters<typeof serve>): Promise<void> {
      const end = serve(...request)
      pending.add(end)
      await end.finally(() => pending.delete(end))
    },
  }
}

function send(url: string, { method, headers: received }: IncomingMessage, body: string): Promise<ServiceResponse> {
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
