import { inUtf8 } from './charset'
import { bearer, READ_PATH } from './requests'
import { serviceUrls } from './services'
import { useHostSession } from './session'

/** How long a prefetched response is kept, in milliseconds. */
const TTL_MS = 10_000

/** The body of a request for all rows. */
const ALL_ROWS = '{}'

/** A read request of the info API. The path is relative to the API's base URL; a POST sends an empty object. */
export type Read = [method: 'GET' | 'POST', path: string]

interface Prefetched {
  response: Promise<Response>
  controller: AbortController
}

/** The reads of the session by method, URL and body: prefetched, or undefined once `apiClient` has sent them, until one fails. */
const cache = new Map<string, Prefetched | undefined>()

useHostSession.subscribe((now, before) => {
  if (now.idToken !== before.idToken) abortPrefetches()
  if (now.id !== before.id) cache.clear()
})

/**
 * Prefetches a read request of the info API. The first equal request of `apiClient` within ten seconds, with the same
 * token, takes the response; until then the response has no effect. A pending prefetch is not sent twice.
 * Does nothing without a session, for a path that may change data (D11, changing GET), or after an equal request of `apiClient` in this
 * session: its rows are in memory.
 */
export function prefetchRead(...[method, path]: Read): void {
  const { idToken } = useHostSession.getState()
  if (!idToken || !READ_PATH.test(path)) return
  const url = `${serviceUrls().apiUrl}${path}`
  const init = requestOf(method, idToken)
  const key = keyOf(url, init)
  if (cache.has(key)) return
  const controller = new AbortController()
  const response = fetch(url, { ...init, signal: controller.signal })
  // The request that takes the response handles the failure.
  response.catch(() => undefined)
  cache.set(key, { response, controller })
  setTimeout(() => {
    if (cache.get(key)?.controller === controller) abort(key, controller)
  }, TTL_MS)
}

/** The options of a request. */
interface Init extends RequestInit {
  /** Whether the request only reads data of the info API; undefined for another service. */
  reads?: boolean
}

/** A `fetch` for axios that returns the prefetched response of an equal request, if any, in UTF-8. */
export function fetchPrefetched(input: URL | Request | string, { reads, ...init }: Init = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  // Axios sets User-Agent, which another company's server may not allow (CORS).
  headers.delete('User-Agent')
  // Data read before a change must not be shown after it.
  if (reads === false) abortPrefetches()
  const key = keyOf(String(input), init)
  const prefetched = reads && !headers.has('Cache-Control') ? cache.get(key) : undefined
  const response = prefetched?.response ?? fetch(input, { ...init, headers })
  if (reads) remember(key, response)
  const { signal } = init
  if (prefetched && signal) {
    const { controller } = prefetched
    if (signal.aborted) controller.abort(signal.reason)
    signal.addEventListener('abort', () => controller.abort(signal.reason))
  }
  return response.then(inUtf8)
}

/** Records a read request until it fails. */
function remember(key: string, response: Promise<Response>): void {
  cache.set(key, undefined)
  // Not a prefetch of the next session.
  const forget = () => cache.get(key) || cache.delete(key)
  response.then(({ ok }) => ok || forget(), forget)
}

/** The request with the same options as axios sends. */
function requestOf(method: Read[0], token: string): RequestInit {
  const headers = { Accept: 'application/json, text/plain, */*', Authorization: bearer(token) }
  const credentials = 'same-origin'
  if (method === 'GET') return { method, headers, credentials }
  return { method, body: ALL_ROWS, headers: { ...headers, 'Content-Type': 'application/json' }, credentials }
}

/** Requests of a session with equal keys can share a response. */
function keyOf(url: string, { method, body }: RequestInit): string {
  return [method, url, body].join(' ')
}

function abortPrefetches(): void {
  for (const [key, prefetched] of cache) if (prefetched) abort(key, prefetched.controller)
}

function abort(key: string, controller: AbortController): void {
  controller.abort()
  cache.delete(key)
}
