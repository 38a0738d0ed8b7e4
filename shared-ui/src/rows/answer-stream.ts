import { BodyReader } from 'large-table'
import { apiClient } from 'shared-auth'

/** How long the server may take to respond, and then be silent within its response, in milliseconds. */
const RESPONSE_MS = 60_000
const STALL_MS = 20_000

/** A call of the info API (specification §7). */
export interface Call {
  /** Its path below the API's base. */
  url: string
  method: 'get' | 'post'
  data?: object
}

/** What axios hands on to `fetch` as it is. */
interface Init extends RequestInit {
  giveUp?: AbortSignal
}

/** Makes a call. An answer may take as long as it likes while it comes: a large table over a slow line takes minutes. */
export async function openAnswer(call: Call, signal: AbortSignal): Promise<BodyReader> {
  const giveUp = new AbortController()
  const callOff = () => giveUp.abort(signal.reason)
  if (signal.aborted) callOff()
  signal.addEventListener('abort', callOff)

  const { data: body } = await withPatience(
    giveUp,
    RESPONSE_MS,
    apiClient.request<ReadableStream<Uint8Array<ArrayBuffer>>>({
      ...call,
      env: { fetch: fetchUntil },
      fetchOptions: { giveUp: giveUp.signal } satisfies Init,
      timeout: 0,
      adapter: 'fetch',
      responseType: 'stream',
      // The client takes the payload out of an envelope (D1), so the stream goes through it in one.
      transformResponse: (stream: unknown) => ({ data: stream }),
      // In a shell whose client does not leave it out, axios names itself, which servers need not allow (CORS).
      headers: { 'User-Agent': false },
    }),
  )
  const reader = new BodyReader(body, async (read) => {
    try {
      return await withPatience(giveUp, STALL_MS, read)
    } finally {
      // A read that is cut off says less of why.
      giveUp.signal.throwIfAborted()
    }
  })
  giveUp.signal.addEventListener('abort', () => reader.cancel())
  return reader
}

/**
 * Given a signal or a timeout itself, axios copies every body twice, in small pieces. It keeps something of each function
 * that it is given in place of `fetch`, so this is one for all calls.
 */
function fetchUntil(input: URL | Request | string, init: Init = {}): Promise<Response> {
  const { giveUp, ...rest } = init
  const fetchOfHost = apiClient.defaults.env?.fetch ?? fetch
  return fetchOfHost(input, { ...rest, ...(giveUp && { signal: giveUp }) })
}

/** Waits for what the server sends next. */
function withPatience<T>(giveUp: AbortController, limitMs: number, next: Promise<T>): Promise<T> {
  const silence = new Error(`The server has sent nothing for ${limitMs / 1000} s.`)
  const timer = setTimeout(() => giveUp.abort(silence), limitMs)
  return next.finally(() => clearTimeout(timer))
}
