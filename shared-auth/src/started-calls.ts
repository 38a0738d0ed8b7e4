import { serviceAddresses } from './services'
import { useSession } from './session'

/** The calls that change nothing (specification §7). */
const READS = /(^|\/)Select\w+$/

/** The body of a call for every row. */
const EVERYTHING = '{}'

/** How long an answer is kept for the call that it was started for. */
const KEPT_MS = 10_000

interface StartedCall {
  answer: Promise<Response>
  controller: AbortController
}

const started = new Map<string, StartedCall>()

useSession.subscribe((now, before) => {
  if (now.idToken !== before.idToken) dropAll()
})

/**
 * Starts a call of the info API, beside the code that will make it with `apiClient`: the first such call within ten
 * seconds, of this very session, takes the answer. Until then the answer has no effect, whatever it is.
 *
 * @param method a POST sends an empty object
 * @param path relative to the API's base, of a call that only reads: `SelectUsers`, never `DeleteAllCodes` (D11)
 */
export function startCall(method: 'GET' | 'POST', path: string): void {
  const { idToken } = useSession.getState()
  if (!idToken || path.includes('/') || !READS.test(path)) return
  const url = `${serviceAddresses().apiUrl}${path}`
  const headers = new Headers({ Accept: 'application/json, text/plain, */*', Authorization: bearer(idToken) })
  if (method === 'POST') headers.set('Content-Type', 'application/json')
  const controller = new AbortController()
  const init = { method, headers, ...(method === 'POST' && { body: EVERYTHING }), signal: controller.signal }
  const key = keyOf(url, init)
  if (started.has(key)) return
  const answer = fetch(url, { ...init, credentials: 'same-origin' })
  // Whoever takes it is told; when nobody does, nobody is.
  answer.catch(() => undefined)
  started.set(key, { answer, controller })
  setTimeout(() => {
    if (started.get(key)?.controller === controller) take(key)?.controller.abort()
  }, KEPT_MS)
}

/** `fetch` for `apiClient`, which gives the answer of a call that was started already. */
export function fetchStarted(input: URL | Request | string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  // Axios names itself, which a server that is not ours need not allow.
  headers.delete('User-Agent')
  // What was asked for before a change must not be shown after it.
  if (!READS.test(String(input))) dropAll()
  const wantsNewest = headers.has('Cache-Control')
  const call = wantsNewest ? undefined : take(keyOf(String(input), { ...init, headers }))
  if (!call) return fetch(input, { ...init, headers })
  const { signal } = init
  if (signal?.aborted) call.controller.abort(signal.reason)
  signal?.addEventListener('abort', () => call.controller.abort(signal.reason))
  return call.answer
}

/** The value of the Authorization header (D8). */
export function bearer(token: string): string {
  return `Bearer ${token}`
}

function dropAll(): void {
  for (const { controller } of started.values()) controller.abort()
  started.clear()
}

function take(key: string): StartedCall | undefined {
  const call = started.get(key)
  started.delete(key)
  return call
}

/** Calls that are answered alike have the same. */
function keyOf(url: string, { method, headers, body }: RequestInit): string {
  return [method, url, new Headers(headers).get('Authorization'), body].join(' ')
}
