import type { BodyReader } from '@canje/large-table'
import { apiClient } from '@canje/shared-auth'
import { isPage, LostResponseError, SignInPageError } from '@canje/shared-auth/fault'

/** Time limit until the response headers, in milliseconds. */
const RESPONSE_MS = 60_000
/** Time limit between two chunks of the body, in milliseconds. */
const STALL_MS = 20_000

/** A request to the info API (specification §7). */
export interface ApiRequest {
  /** Path relative to the API's base URL. */
  url: string
  method: 'get' | 'post'
  data?: object
}

/**
 * Sends a request and opens its response body. Only stalls time out: a large table on a slow connection takes minutes.
 *
 * @param signal cancels the request and the reading of its body
 * @returns a reader of the body, which rejects with LostResponseError after 20 s without data, and when the connection is
 *   lost; with SignInPageError for a web page
 * @throws Error when the request fails or no response arrives within 60 s; SyntaxError for a response without a body, such
 *   as a 204
 */
export async function openResponse(request: ApiRequest, signal: AbortSignal): Promise<BodyReader> {
  const controller = new AbortController()
  const cancel = () => controller.abort(signal.reason)
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel)

  const { data: body } = await withTimeout(
    controller,
    RESPONSE_MS,
    apiClient.request<ReadableStream<Uint8Array<ArrayBuffer>> | null>({
      ...request,
      reads: true,
      env: { fetch: fetchWithSignal },
      fetchOptions: { abortSignal: controller.signal },
      timeout: 0,
      adapter: 'fetch',
      responseType: 'stream',
      // The client unwraps the envelope of every response (D1, envelopes), so the stream needs one.
      transformResponse: (stream: unknown) => ({ data: stream }),
    }),
  )
  if (!body) throw new SyntaxError(`${request.url}: the response has no body.`)
  const reader = body.getReader()
  let isStart = true
  async function read() {
    const chunk = await withTimeout(controller, STALL_MS, reader.read())
      .finally(() => controller.signal.throwIfAborted())
      .catch((error: unknown) => {
        signal.throwIfAborted()
        // The abort reason is clearer than the error of the aborted read.
        const cause: unknown = controller.signal.reason ?? error
        throw new LostResponseError(cause instanceof Error ? cause.message : String(cause), { cause })
      })
    if (isStart && isPage(new TextDecoder().decode(chunk.value))) throw new SignInPageError(request.url)
    isStart = false
    return chunk
  }
  const cancelBody = () => reader.cancel().catch(() => undefined)
  controller.signal.addEventListener('abort', cancelBody)
  return { read, cancel: cancelBody }
}

/**
 * Adds the signal, which axios passes unchanged among the options, because axios copies every body twice when it gets a signal or a timeout itself. All requests share
 * this function, because axios keeps data for each `fetch` replacement.
 */
function fetchWithSignal(
  input: URL | Request | string,
  { abortSignal, ...rest }: RequestInit & { abortSignal?: AbortSignal } = {},
): Promise<Response> {
  const hostFetch = apiClient.defaults.env?.fetch ?? fetch
  return hostFetch(input, { ...rest, ...(abortSignal && { signal: abortSignal }) })
}

/** Aborts `controller` with an error when the promise takes longer than the limit. */
function withTimeout<T>(controller: AbortController, limitMs: number, promise: Promise<T>): Promise<T> {
  const timeout = new Error(`The server has sent nothing for ${limitMs / 1000} s.`)
  const timer = setTimeout(() => controller.abort(timeout), limitMs)
  return promise.finally(() => clearTimeout(timer))
}
