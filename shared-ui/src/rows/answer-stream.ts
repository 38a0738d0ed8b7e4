import { apiClient } from 'shared-auth'

/** How long the server may be silent, before its answer and within it, in milliseconds. */
const PATIENCE = 60_000

/** A call of the info API (specification §7). */
export interface Call {
  /** Its path below the API's base. */
  url: string
  method: 'get' | 'post'
  data?: object
}

/** An answer that is read as it comes. */
export interface AnswerStream {
  /** @returns the next bytes; undefined after the last. Rejects when the call is called off or the server falls silent */
  next: () => Promise<Uint8Array | undefined>
  /** Lets go of what has not been read. */
  cancel: () => void
}

/** Makes a call. An answer may take as long as it likes while it comes: a large table over a slow line takes minutes. */
export async function openAnswer(call: Call, signal: AbortSignal): Promise<AnswerStream> {
  const giveUp = new AbortController()
  const callOff = () => giveUp.abort(signal.reason)
  if (signal.aborted) callOff()
  signal.addEventListener('abort', callOff)

  const patiently = <T>(next: Promise<T>) => withPatience(call, giveUp, next)
  const { data: body } = await patiently(
    apiClient.request<ReadableStream<Uint8Array>>({
      ...call,
      signal: giveUp.signal,
      timeout: 0,
      adapter: 'fetch',
      responseType: 'stream',
      // The client takes the payload out of an envelope (D1), so the stream goes through it in one.
      transformResponse: (stream: unknown) => ({ data: stream }),
      // In a shell whose client does not leave it out, axios names itself, which servers need not allow (CORS).
      headers: { 'User-Agent': false },
    }),
  )
  const reader = body.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  giveUp.signal.addEventListener('abort', cancel)

  return {
    cancel,
    next: async () => {
      const { value } = await patiently(reader.read())
      giveUp.signal.throwIfAborted()
      return value
    },
  }
}

/** Waits for what the server sends next. */
function withPatience<T>({ url }: Call, giveUp: AbortController, next: Promise<T>): Promise<T> {
  const silence = new Error(`${url}: the server has sent nothing for ${PATIENCE / 1000} s.`)
  const timer = setTimeout(() => giveUp.abort(silence), PATIENCE)
  return next.finally(() => clearTimeout(timer))
}
