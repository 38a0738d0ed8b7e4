import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'

export interface Call {
  url: string
  authorization: string
  /** Sent with POST. */
  body?: object
  headers?: Record<string, string>
}

const agent = new Agent({ keepAlive: true, maxSockets: 64 })

/** Sends a call as a browser would, and resolves with the answer's head. */
export async function send({ url, authorization, body, headers }: Call): Promise<IncomingMessage> {
  const outgoing = request(url, {
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
  const [answer] = await once(outgoing, 'response')
  return answer
}

/** A whole answer, thrown away as it comes. */
export interface Download {
  tag: string
  seconds: number
  firstByteMs: number
  bytes: number
}

/** @throws {Error} when the answer's status is another than expected */
export async function download(call: Call, expected = 200): Promise<Download> {
  const start = performance.now()
  const answer = await send(call)
  let firstByteMs = 0
  let bytes = 0
  for await (const chunk of answer) {
    firstByteMs ||= performance.now() - start
    bytes += chunk.length
  }
  const { statusCode, headers } = answer
  if (statusCode !== expected) throw new Error(`${call.url} was answered with ${statusCode}, not ${expected}.`)
  return { tag: String(headers.etag), seconds: (performance.now() - start) / 1000, firstByteMs, bytes }
}

/** Calls a second, when `concurrent` callers each send the next call when the last is answered. */
export async function throughput(call: Call, { calls, concurrent }: { calls: number; concurrent: number }) {
  let left = calls
  const start = performance.now()
  const caller = async () => {
    while (left-- > 0) await buffer(await send(call))
  }
  await Promise.all(Array.from({ length: concurrent }, caller))
  return calls / ((performance.now() - start) / 1000)
}
