import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { onTestFinished, vi } from 'vitest'

/** A request as the test server received it. */
export interface ReceivedRequest {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/**
 * The test server's reaction to a request: a response, a closed connection, or none. A response whose `Content-Length`
 * exceeds its body ends within it.
 */
export type Reply =
  | { status?: number; headers?: Record<string, string>; body: string | Uint8Array }
  | 'disconnect'
  | 'hang'

/**
 * Starts an HTTP server on a free port of the loopback interface. It closes with its connections when the test ends.
 *
 * @param respond gets each request, and returns the reply
 * @returns the server's URL, and the requests received so far
 */
export async function startTestServer(respond: (request: ReceivedRequest) => Reply) {
  const requests: ReceivedRequest[] = []
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const received = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    requests.push(received)
    const reply = respond(received)
    if (reply === 'disconnect') return request.socket.destroy()
    if (reply === 'hang') return
    // A connection that stays open may end just as the next request is sent.
    const headers = { Connection: 'close', 'Content-Type': 'application/json', ...reply.headers }
    response.writeHead(reply.status ?? 200, headers).end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  )
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}`, requests }
}

/**
 * Ends waits of less than 2 s at once, such as those between two attempts (D23, failing guard), until the test ends. Time limits of requests
 * are longer.
 */
export function skipShortWaits(): void {
  const start = setTimeout
  vi.spyOn(globalThis, 'setTimeout').mockImplementation((action, ms = 0) => start(action, ms < 2_000 ? 0 : ms))
}
