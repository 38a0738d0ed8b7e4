import { bearer, isRead, READ_PATH } from './calls'
import { serviceAddresses } from './service-urls'
import { useSession } from './session'

/** How long a response is kept for the request that it was prefetched for. */
const KEPT_MS = 10_000

/** The body of a request for every row. */
const ALL_ROWS = '{}'

/** A request of the info API that only reads. A POST sends an empty object; the path is relative to the API's base. */
export type Read = [method: 'GET' | 'POST', path: string]

interface Prefetched {
  response: Promise<Response>
  controller: AbortController
}

const cache = new Map<string, Prefetched>()

useSession.subscribe((now, before) => {
  if (now.idToken !== before.idToken) dropAll()
})

/**
 * Sends a request of the info API before the code that will send it with `apiClient` is there: the first such request
 * with the same token within ten seconds takes the response. Until then the response has no effect, whatever it is. A
 * request that is under way is not sent again. Does nothing without a session, or for a path that may change data (D11).
 */
export function prefetchRead(...[method, path]: Read): void {
  const { idToken } = useSession.getState()
  if (!idToken || !READ_PATH.test(path)) return
  const url = `${serviceAddresses().apiUrl}${path}`
  const init = requestOf(method, idToken)
  const key = keyOf(url, init)
  if (cache.has(key)) return
  const controller = new AbortController()
  const response = fetch(url, { ...init, signal: controller.signal })
  // Reported to the request that takes it.
  response.catch(() => undefined)
  cache.set(key, { response, controller })
  setTimeout(() => {
    if (cache.get(key)?.controller === controller) take(key)?.controller.abort()
  }, KEPT_MS)
}

/** `fetch` for axios, which returns a prefetched response where there is one. */
export function fetchPrefetched(input: URL | Request | string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  // Axios names itself, which a server that is not ours need not allow.
  headers.delete('User-Agent')
  // What was read before a change must not be shown after it.
  if (!isRead(String(input))) dropAll()
  const wantsNewest = headers.has('Cache-Control')
  const prefetched = wantsNewest ? undefined : take(keyOf(String(input), { ...init, headers }))
  if (!prefetched) return fetch(input, { ...init, headers })
  const { response, controller } = prefetched
  const { signal } = init
  if (signal?.aborted) controller.abort(signal.reason)
  signal?.addEventListener('abort', () => controller.abort(signal.reason))
  return response
}

/** The request as axios sends it. */
function requestOf(method: Read[0], token: string): RequestInit {
  const headers = { Accept: 'application/json, text/plain, */*', Authorization: bearer(token) }
  const credentials = 'same-origin'
  if (method === 'GET') return { method, headers, credentials }
  return { method, body: ALL_ROWS, headers: { ...headers, 'Content-Type': 'application/json' }, credentials }
}

/** Requests with the same key have the same response. */
function keyOf(url: string, { method, headers, body }: RequestInit): string {
  return [method, url, new Headers(headers).get('Authorization'), body].join(' ')
}

function take(key: string): Prefetched | undefined {
  const prefetched = cache.get(key)
  cache.delete(key)
  return prefetched
}

function dropAll(): void {
  for (const { controller } of cache.values()) controller.abort()
  cache.clear()
}
