import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { ReferenceBackend } from '@canje/reference-backend'

/** A request on its way to the reference backend; a mutant may change it. */
interface ForwardedRequest {
  method: string
  /** Path and query without the base, such as `SelectCodes`. */
  path: string
  /** Names are in lower case. */
  headers: Record<string, string>
  body: string
}

/** A response on its way back; a mutant may change it. */
export interface ForwardedResponse {
  status: number
  headers: Headers
  body: string
  /** The encoding of the body; UTF-8 by default. */
  encoding?: BufferEncoding
  /** Closes the connection within the body. */
  ending?: 'cut'
}

/** The difference of a mutant from the reference backend. */
export interface Mutation {
  request?: (request: ForwardedRequest) => void
  response?: (response: ForwardedResponse, request: Readonly<ForwardedRequest>) => void
}

export interface MutantServices {
  securityUrl: string
  apiUrl: string
  /** Replaces the mutation; none for `{}`. */
  mutate(mutation: Mutation): void
  close(): Promise<void>
}

const HOP_BY_HOP = /^(host|connection|content-length|transfer-encoding|content-encoding|accept-encoding|keep-alive)$/
const UUID = /[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}/g
const CHANGE = /^(InsertCodes|DeleteCode|DeleteAllCodes|RestoreCodes|Logout)$/

/** Starts both services of a reference backend on one port, with one mutation at a time. */
export async function startMutantServices(backend: ReferenceBackend): Promise<MutantServices> {
  let mutation: Mutation = {}
  /** Reads until the next change, and sign-ins until a sign-out. Random texts count as equal. */
  const cached = new Map<string, ForwardedResponse>()

  async function forward(url: string, request: ForwardedRequest): Promise<ForwardedResponse> {
    const key = JSON.stringify([url, request]).replace(UUID, 'random')
    const known = cached.get(key)
    if (known) return { ...known, headers: new Headers(known.headers) }
    const { method, headers, body } = request
    const response = await fetch(url, { method, headers, ...(body !== '' && { body }) })
    const forwarded = { status: response.status, headers: new Headers(response.headers), body: await response.text() }
    if (method !== 'OPTIONS' && CHANGE.test(request.path)) {
      // Hashing passwords would take most of the time.
      for (const one of cached.keys()) if (request.path === 'Logout' || !one.includes('CreateToken')) cached.delete(one)
    } else cached.set(key, { ...forwarded, headers: new Headers(forwarded.headers) })
    return forwarded
  }

  const server = createServer(async (incoming, outgoing) => {
    const [, service, path = ''] = /^\/(security|api)\/(.*)$/.exec(incoming.url ?? '') ?? []
    const headers = Object.entries(incoming.headers).flatMap(([name, value]) =>
      typeof value === 'string' && !HOP_BY_HOP.test(name) ? [[name, value]] : [],
    )
    const request: ForwardedRequest = {
      method: incoming.method ?? '',
      path,
      headers: Object.fromEntries(headers),
      body: await text(incoming),
    }
    mutation.request?.(request)
    const base = service === 'api' ? backend.apiUrl : backend.securityUrl
    const response = await forward(`${base}/${request.path}`, request)
    mutation.response?.(response, request)
    const sent = [...response.headers].filter(([name]) => !HOP_BY_HOP.test(name))
    outgoing.writeHead(response.status, Object.fromEntries(sent))
    if (response.ending !== 'cut') return outgoing.end(Buffer.from(response.body, response.encoding))
    outgoing.write(response.body.slice(0, -1), () => incoming.socket.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const { port } = server.address() as AddressInfo
  return {
    securityUrl: `http://localhost:${port}/security`,
    apiUrl: `http://localhost:${port}/api/`,
    mutate: (next) => {
      mutation = next
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
