import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A call as the test server received it. */
export interface ReceivedCall {
  method: string
  path: string
  headers: IncomingHttpHeaders
  body: string
}

/** What the test server says to a call: a response, which may be cut off; the end of the connection; or nothing. */
export type Reply =
  | { status?: number; headers?: Record<string, string>; body: string; cut?: boolean }
  | 'no answer'
  | 'silence'

/** Starts a real HTTP server on a free port that answers every call by `answer` and remembers it. */
export async function startTestServer(answer: (call: ReceivedCall) => Reply) {
  const calls: ReceivedCall[] = []
  const server = createServer(async (request, response) => {
    const cors = {
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': 'authorization, content-type, idempotency-key',
    }
    if (request.method === 'OPTIONS') return response.writeHead(204, cors).end()
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const call = {
      method: request.method ?? '',
      path: request.url ?? '',
      headers: request.headers,
      body: Buffer.concat(chunks).toString(),
    }
    calls.push(call)
    const reply = answer(call)
    if (reply === 'no answer') return request.socket.destroy()
    if (reply === 'silence') return
    const headers = { ...cors, 'Content-Type': 'application/json', ...reply.headers }
    response.writeHead(reply.status ?? 200, headers)
    if (reply.cut) response.write(reply.body, () => request.socket.destroy())
    else response.end(reply.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    calls,
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
