import { createServer, type IncomingMessage, request as requestUpstream, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Answer, createFaults, type Faults, type RecordedCall } from './faults'

/** A running proxy; see {@link startFaultProxy}. */
export interface FaultProxy extends Faults {
  /** Its address, without a trailing slash: what a client is given in place of the target's. */
  url: string
  /** Stops at once, open connections included. */
  close(): Promise<void>
}

/** Where to listen and what to stand before. */
export interface FaultProxyOptions {
  /** The base address of the service behind the proxy. */
  target: string
  /** The port to listen on; a free one by default. */
  port?: number
}

/**
 * Starts a reverse proxy that passes every call on to `target`, remembers it, and misbehaves on demand.
 * CORS preflights always pass and are not remembered, and a made-up answer can be read by the page that called:
 * what a test breaks is the call, not the permission to make it.
 *
 * @throws Error of the operating system when the port is taken
 * @example
 * const proxy = await startFaultProxy({ target: 'http://127.0.0.1:4002' })
 * proxy.fail('SelectCodes', 500)
 */
export async function startFaultProxy({ target, port = 0 }: FaultProxyOptions): Promise<FaultProxy> {
  const { faults, arrive } = createFaults()
  const base = target.replace(/\/+$/, '')

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const passOn = (released?: Promise<void>) => forward({ url: base + request.url, body, request, response, released })
    if (request.method === 'OPTIONS') return passOn()
    const call = recordOf(request, body)
    response.on('close', () => {
      call.aborted = !response.writableFinished
    })
    const { fault, released } = arrive(call)
    if (!fault) return passOn(released)
    await released
    if (fault === 'drop') request.socket.destroy()
    else reply(response, fault, request.headers.origin)
  }

  // A caller that leaves in the middle of its own request body gets the same end as one that is dropped.
  const server = createServer((request, response) => serve(request, response).catch(() => request.socket.destroy()))
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo

  return {
    ...faults,
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

function recordOf({ method = '', url = '', headers }: IncomingMessage, body: string): RecordedCall {
  return { method, path: url, headers, body, aborted: false }
}

interface Passage {
  url: string
  body: string
  request: IncomingMessage
  response: ServerResponse
  released?: Promise<void> | undefined
}

function forward({ url, body, request, response, released }: Passage): void {
  const { host, connection, ...headers } = request.headers
  const upstream = requestUpstream(url, { method: request.method, headers, agent: false }, async (answer) => {
    await released
    response.writeHead(answer.statusCode ?? 502, answer.headers)
    answer.pipe(response)
  })
  upstream.on('error', () => request.socket.destroy())
  response.on('close', () => upstream.destroy())
  upstream.end(body)
}

function reply(response: ServerResponse, { status, contentType, body }: Answer, origin = '*'): void {
  const headers = { 'Access-Control-Allow-Origin': origin, 'Content-Type': contentType, 'Cache-Control': 'no-store' }
  response.writeHead(status, headers).end(body)
}
