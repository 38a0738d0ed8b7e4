import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of prepared responses, which takes almost no CPU time from the browser. */
export interface DataServer {
  url: string
  /** The JSON of responses by the path of the URL, without its slash. */
  responses: Map<string, Buffer>
  close(): Promise<void>
}

const HEADERS = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Cache-Control',
  'Timing-Allow-Origin': '*',
  'Cache-Control': 'no-store',
}

/** Starts the server on a free port, with the responses that signing in needs. */
export async function startDataServer(): Promise<DataServer> {
  const responses: DataServer['responses'] = new Map([
    ['ValidateLogin', Buffer.from('{"data":{"data":{"id":1}}}')],
    ['SelectUsers', Buffer.from('{"data":[]}')],
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

function respond(response: ServerResponse, body: Buffer | undefined): void {
  if (!body) response.writeHead(404, HEADERS).end()
  else
    response.writeHead(200, { ...HEADERS, 'Content-Type': 'application/json', 'Content-Length': body.length }).end(body)
}
