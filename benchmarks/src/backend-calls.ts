import { once } from 'node:events'
import { Agent, type IncomingMessage, request } from 'node:http'
import { buffer } from 'node:stream/consumers'
import pLimit from 'p-limit'

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
  seconds: number
  firstByteMs: number
  bytes: number
}

/** @throws {Error} when the answer's status is not 200 */
export async function download(call: Call): Promise<Download> {
  const start = performance.now()
  const answer = await send(call)
  let firstByteMs = 0
  let bytes = 0
  for await (const chunk of answer) {
    firstByteMs ||= performance.now() - start
    bytes += chunk.length
  }
  requireStatus(call, answer, 200)
  return { seconds: (performance.now() - start) / 1000, firstByteMs, bytes }
}

interface Load {
  calls: number
  concurrent: number
  /** The status that every answer must have. */
  expected: number
}

/**
 * Calls a second, when `concurrent` callers each send the next call when the last is answered.
 *
 * @throws {Error} when the status of an answer is another than expected
 */
export async function throughput(call: Call, { calls, concurrent, expected }: Load): Promise<number> {
  const start = performance.now()
  await pLimit(concurrent).map(Array(calls), async () => {
    const answer = await send(call)
    await buffer(answer)
    requireStatus(call, answer, expected)
  })
  return calls / ((performance.now() - start) / 1000)
}

function requireStatus({ url }: Call, { statusCode }: IncomingMessage, expected: number): void {
  if (statusCode !== expected) throw new Error(`${url} was answered with ${statusCode}, not ${expected}.`)
}
