import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of prepared responses, which takes almost no CPU time from the browser. */
export interface DataServer {
  url: string
  /** Responses by the path of the URL, without its slash. */
  responses: Map<string, { type: string; body: Buffer }>
  close(): Promise<void>
}

const JSON_TYPE = 'application/json'
const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Cache-Control',
  'Timing-Allow-Origin': '*',
  'Cache-Control': 'no-store',
}

/** Starts the server on a free port, with the responses that signing in needs. */
export async function startDataServer(): Promise<DataServer> {
  const responses: DataServer['responses'] = new Map([
    ['ValidateLogin', { type: JSON_TYPE, body: Buffer.from('{"data":{"data":{"id":1}}}') }],
    ['SelectUsers', { type: JSON_TYPE, body: Buffer.from('{"data":[]}') }],
  ])
  const server = createServer((request, response) => {
    if (request.method === 'OPTIONS') response.writeHead(204, HEADERS).end()
    else respond(response, responses.get(new URL(request.url ?? '/', 'http://localhost').pathname.slice(1)))
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://localhost:${port}/`,
    responses,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function respond(response: ServerResponse, found: { type: string; body: Buffer } | undefined): void {
  if (!found) {
    response.writeHead(404, HEADERS).end()
    return
  }
  response.writeHead(200, { ...HEADERS, 'Content-Type': found.type, 'Content-Length': found.body.length })
  response.end(found.body)
}
