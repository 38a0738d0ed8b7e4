import { isRead } from './calls'
import { keyOf, type Read, readCall, type StartedCall, send } from './early-calls'
import { serviceAddresses } from './services'
import { useSession } from './session'

/** How long an answer is kept for the call that it was started for. */
const KEPT_MS = 10_000

const started = new Map<string, StartedCall>()

useSession.subscribe((now, before) => {
  if (now.idToken !== before.idToken) dropAll()
})

/**
 * Starts a call of the info API, beside the code that will make it with `apiClient`: the first such call within ten
 * seconds, of this very session, takes the answer. Until then the answer has no effect, whatever it is. What is under
 * way already is not started again.
 *
 * @param read `SelectUsers`, never `DeleteAllCodes` (D11)
 */
export function startCall(...read: Read): void {
  const { idToken } = useSession.getState()
  if (!idToken) return
  const call = readCall(serviceAddresses().apiUrl, read, idToken)
  if (call && !started.has(keyOf(call.url, call.init))) keep(send(call))
}

/**
 * Takes over what the page started before any code was there. Once the services are configured: what was sent to other
 * addresses, or of another session, is given up.
 */
export function takeOverEarlyCalls(): void {
  const early = globalThis.canjeEarlyCalls
  globalThis.canjeEarlyCalls = undefined
  if (!early) return
  const { securityUrl, apiUrl } = serviceAddresses()
  const { idToken } = useSession.getState()
  const isOurs = early.token === idToken && early.securityUrl === securityUrl && early.apiUrl === apiUrl
  for (const call of early.calls) isOurs ? keep(call) : call.controller.abort()
}

/** Gives up what the page started, where there is nothing that could take it over. */
export function dropEarlyCalls(): void {
  for (const { controller } of globalThis.canjeEarlyCalls?.calls ?? []) controller.abort()
  globalThis.canjeEarlyCalls = undefined
}

/** `fetch` for axios, which gives the answer of a call that was started already. */
export function fetchStarted(input: URL | Request | string, init: RequestInit = {}): Promise<Response> {
  const headers = new Headers(init.headers)
  // Axios names itself, which a server that is not ours need not allow.
  headers.delete('User-Agent')
  // What was asked for before a change must not be shown after it.
  if (!isRead(String(input))) dropAll()
  const wantsNewest = headers.has('Cache-Control')
  const call = wantsNewest ? undefined : take(keyOf(String(input), { ...init, headers }))
  if (!call) return fetch(input, { ...init, headers })
  const { signal } = init
  if (signal?.aborted) call.controller.abort(signal.reason)
  signal?.addEventListener('abort', () => call.controller.abort(signal.reason))
  return call.answer
}

function keep(call: StartedCall): void {
  started.set(call.key, call)
  setTimeout(() => {
    if (started.get(call.key) === call) take(call.key)?.controller.abort()
  }, KEPT_MS)
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
