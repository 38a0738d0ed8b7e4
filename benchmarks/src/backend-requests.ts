import { once } from 'node:events'
import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'

export interface ApiRequest {
  url: string
  authorization: string
  /** Sent as JSON with POST; a request without it is a GET. */
  body?: object
  headers?: Record<string, string>
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends a request with a browser's headers, and resolves with the head of the response. */
export async function send({ url, authorization, body, headers }: ApiRequest): Promise<IncomingMessage> {
  const outgoing = httpRequest(url, {
    agent,
    method: body ? 'POST' : 'GET',
    headers: {
      Authorization: authorization,
      'Accept-Encoding': 'gzip, deflate, br',
      ...(body && { 'Content-Type': 'application/json' }),
      ...headers,
    },
  })
  outgoing.end(body && JSON.stringify(body))
  const [response] = await once(outgoing, 'response')
  return response
}

/** A response that was read to its end and discarded. */
export interface Download {
  seconds: number
  firstByteMs: number
  bytes: number
}

/** @throws {Error} when the status of the response is not 200 */
export async function download(request: ApiRequest): Promise<Download> {
  const start = performance.now()
  const response = await send(request)
  let firstByteMs = 0
  let bytes = 0
  for await (const chunk of response) {
    firstByteMs ||= performance.now() - start
    bytes += chunk.length
  }
  requireStatus(request, response, 200)
  return { seconds: (performance.now() - start) / 1000, firstByteMs, bytes }
}

interface Load {
  requests: number
  concurrent: number
  /** The status that every response must have. */
  expected: number
}

/**
 * Measures throughput with `concurrent` clients, each of which waits for a response before its next request.
 *
 * @returns requests per second
 * @throws {Error} when a response has another status than expected
 */
export async function throughput(request: ApiRequest, { requests, concurrent, expected }: Load): Promise<number> {
  const start = performance.now()
  await pLimit(concurrent).map(Array(requests), async () => {
    const response = await send(request)
    await buffer(response)
    requireStatus(request, response, expected)
  })
  return requests / ((performance.now() - start) / 1000)
}

function requireStatus({ url }: ApiRequest, { statusCode }: IncomingMessage, expected: number): void {
  if (statusCode !== expected) throw new Error(`${url} responded with ${statusCode}, not ${expected}.`)
}
