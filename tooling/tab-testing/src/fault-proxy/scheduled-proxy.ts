import { createServer, type IncomingHttpHeaders, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** What happens to one request on its way. Pauses are in milliseconds. */
export interface ScheduledFault {
  /** How long it is held before it is passed on. */
  before?: number
  /** Done just before it is passed on, such as keeping the database busy. */
  prepare?: () => Promise<unknown>
  /** How often it is passed on: once by default, twice as by a browser that repeats it, or not at all. */
  times?: 0 | 1 | 2
  /** The second time does not wait for the first. */
  atOnce?: boolean
  /** How long the response is held. */
  after?: number
  /** What the caller gets: the last response by default, half of it, a reset connection, or an error of a gateway. */
  reply?: 'response' | 'half' | 'reset' | 502 | 503
}

/** A response of the service. */
interface Answer {
  status: number
  headers: IncomingHttpHeaders
  body: Buffer
}

/** A request that was passed on. */
export interface PassedRequest {
  path: string
  /** Its idempotency key. */
  key: string | undefined
  /** When the service had responded, by `performance.now()`; undefined before. */
  endedAt: number | undefined
}

export interface ScheduledProxy {
  url: string
  /** Sets what happens to the next calls of `names`, one fault each; further ones pass. Forgets what was passed on. */
  schedule(faults: readonly ScheduledFault[]): void
  /** How many of these faults have met a call. */
  met(): number
  /** The calls of `names` that were passed on since. */
  passed(): readonly PassedRequest[]
  /** Resolves once every request that arrived is over, also those that their caller has given up. */
  idle(): Promise<void>
  close(): Promise<void>
}

/**
 * Starts a proxy whose faults are decided beforehand, request by request. Unlike the fault proxy it passes on what its
 * caller has given up, as a network does.
 *
 * @param target the base URL of the service
 * @param names the calls that faults happen to, such as `InsertCodes`
 */
export async function startScheduledProxy(target: string, names: readonly string[]): Promise<ScheduledProxy> {
  const base = target.replace(/\/+$/, '')
  const underWay = new Set<Promise<void>>()
  let faults: readonly ScheduledFault[] = []
  let met = 0
  let passed: PassedRequest[] = []

  async function passOn(call: IncomingMessage, body: Buffer): Promise<Answer> {
    const key = call.headers['idempotency-key']
    const entry: PassedRequest = { path: call.url ?? '', key: key?.toString(), endedAt: undefined }
    if (isScheduled(call)) passed.push(entry)
    const answer = await send(base + call.url, call, body)
    entry.endedAt = performance.now()
    return answer
  }

  async function serve(call: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of call) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const fault = (isScheduled(call) && faults[met++]) || {}
    const { before = 0, times = 1, atOnce = false, after = 0, reply = 'response' } = fault
    if (before) await setTimeout(before)
    await fault.prepare?.()
    const first = times > 0 ? passOn(call, body) : undefined
    if (!atOnce) await first
    const last = times > 1 ? passOn(call, body) : first
    const [, answer] = await Promise.all([first, last])
    if (after) await setTimeout(after)
    if (reply === 'reset' || (reply !== 502 && reply !== 503 && !answer)) call.socket.resetAndDestroy()
    else if (typeof reply === 'number') response.writeHead(reply, allowing(call)).end('{}')
    else if (answer) respond(response, answer, reply === 'half')
  }

  const isScheduled = ({ url = '', method }: IncomingMessage) =>
    method !== 'OPTIONS' && names.some((name) => url.endsWith(`/${name}`))

  const server = createServer((call, response) => {
    const end = serve(call, response).catch(() => void call.socket.destroy())
    underWay.add(end)
    end.finally(() => underWay.delete(end))
  })
  // A browser repeats a request only on a connection that it has used before.
  server.keepAliveTimeout = 60_000
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${port}`,
    schedule(next) {
      faults = next
      met = 0
      passed = []
    },
    met: () => Math.min(met, faults.length),
    passed: () => passed,
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function send(url: string, { method, headers: given }: IncomingMessage, body: Buffer): Promise<Answer> {
  const { host, connection, ...headers } = given
  return new Promise((resolve, reject) => {
    const upstream = request(url, { method, headers, agent: false }, async (response) => {
      const chunks: Buffer[] = []
      try {
        for await (const chunk of response) chunks.push(chunk)
        // These are of the connection to the service, not of the caller's.
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

function respond(response: ServerResponse, { status, headers, body }: Answer, isCut: boolean): void {
  const hasBody = status !== 204 && status !== 304
  response.writeHead(status, { ...headers, ...(hasBody && { 'content-length': body.length }) })
  if (!isCut) response.end(body)
  else response.write(body.subarray(0, body.length / 2), () => response.socket?.resetAndDestroy())
}

/** A gateway's error that the page may read. */
function allowing({ headers }: IncomingMessage): Record<string, string> {
  return { 'Access-Control-Allow-Origin': headers.origin ?? '*', 'Content-Type': 'application/json' }
}
