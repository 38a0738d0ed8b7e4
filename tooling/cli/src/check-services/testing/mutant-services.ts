import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { ReferenceBackend } from '@canje/reference-backend'

/**
 * Changes a message on its way to the reference backend or back. A message is a text: the method with the path of a request
 * or the status of a response, a line per header with its name in lower case, an empty line, and the body, in which each
 * character is a byte.
 */
export type Change = (message: string, path: string) => string

export interface MutantServices {
  securityUrl: string
  apiUrl: string
  /** Replaces the change of all messages. */
  mutate(change: Change): void
  close(): Promise<void>
}

const HOP_BY_HOP = /^(host|connection|content-length|transfer-encoding|content-encoding|accept-encoding|keep-alive)$/
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g

/** Starts both services of a reference backend on one port, with one change at a time. */
export async function startMutantServices(backend: ReferenceBackend): Promise<MutantServices> {
  let change: Change = (message) => message
  /** Responses to sign-ins until a sign-out: hashing passwords would take most of the time. Random texts count as equal. */
  const signIns = new Map<string, string>()

  async function forward(base: string, request: string): Promise<string> {
    const known = signIns.get(request.replace(UUID, 'random'))
    if (known !== undefined) return known
    const { method, target, headers, body } = parsed(request)
    const init = { method, headers, ...(body.length > 0 && { body }) }
    const response = await fetch(`${base}/${target}`, init)
    const message = format(method, response.status, response.headers, Buffer.from(await response.arrayBuffer()))
    if (request.startsWith('POST Logout')) signIns.clear()
    if (request.startsWith('POST CreateToken')) signIns.set(request.replace(UUID, 'random'), message)
    return message
  }

  const server = createServer(async (incoming, outgoing) => {
    const [, service, path = ''] = /^\/(security|api)\/(.*)$/.exec(incoming.url ?? '') ?? []
    const [name = ''] = path.split('?')
    const { apiUrl, securityUrl } = backend
    const request = change(format(incoming.method ?? '', path, headersOf(incoming), await buffer(incoming)), name)
    const response = parsed(change(await forward(service === 'api' ? apiUrl : securityUrl, request), name))
    outgoing.writeHead(Number(response.target), response.headers).end(response.body)
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    securityUrl: `http://localhost:${port}/security`,
    apiUrl: `http://localhost:${port}/api/`,
    mutate: (next) => {
      change = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  return new Headers(Object.entries(headersDistinct).map(([name, values = []]) => [name, values.join()]))
}

function format(method: string, target: string | number, headers: Headers, body: Buffer): string {
  const lines = [...headers].flatMap(([name, value]) => (HOP_BY_HOP.test(name) ? [] : `${name}: ${value}`))
  return [`${method} ${target}`, ...lines, '', body.toString('latin1')].join('\n')
}

function parsed(message: string) {
  const [head = '', ...body] = message.split('\n\n')
  const [first = '', ...lines] = head.split('\n')
  const [method = '', target = ''] = first.split(' ')
  const headers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/, 2)))
  return { method, target, headers, body: Buffer.from(body.join('\n\n'), 'latin1') }
}
