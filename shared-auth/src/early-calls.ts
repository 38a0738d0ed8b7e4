import { bearer, READ_PATH, validateLoginRequest } from './calls'

// How calls are made before `apiClient` makes them, also by the script in the page of `/main`: so it brings no library.

/** The body of a call for every row. */
const EVERYTHING = '{}'

/** A call of the info API that only reads. A POST sends an empty object; the path is relative to the API's base. */
export type Read = [method: 'GET' | 'POST', path: string]

/** A call before it is made. */
export interface Call {
  url: string
  init: RequestInit
}

/** A call that is under way, for whoever makes the same one. */
export interface StartedCall {
  key: string
  answer: Promise<Response>
  controller: AbortController
}

/** The calls that the page of `/main` started by itself, of one session and one configuration. */
export interface EarlyCalls {
  token: string
  securityUrl: string
  apiUrl: string
  calls: StartedCall[]
}

declare global {
  /** Where the script in the page leaves them. */
  var canjeEarlyCalls: EarlyCalls | undefined
}

/** @returns undefined for a path that may change data, or leads elsewhere (D11) */
export function readCall(apiUrl: string, [method, path]: Read, token: string): Call | undefined {
  if (!READ_PATH.test(path)) return undefined
  return callOf(`${apiUrl}${path}`, method, method === 'POST' ? EVERYTHING : null, { Authorization: bearer(token) })
}

/** The call of the guard (specification §7). */
export function guardCall(securityUrl: string, token: string): Call {
  const { path, body } = validateLoginRequest(token)
  return callOf(`${securityUrl}${path}`, 'POST', JSON.stringify(body))
}

/** Calls that are answered alike have the same. */
export function keyOf(url: string, { method, headers, body }: RequestInit): string {
  return [method, url, new Headers(headers).get('Authorization'), body].join(' ')
}

export function send({ url, init }: Call): StartedCall {
  const controller = new AbortController()
  const answer = fetch(url, { ...init, signal: controller.signal })
  // Whoever takes it is told; when nobody does, nobody is.
  answer.catch(() => undefined)
  return { key: keyOf(url, init), answer, controller }
}

/** As axios makes it. */
function callOf(url: string, method: string, body: string | null, headers: Record<string, string> = {}): Call {
  const type = body === null ? {} : { 'Content-Type': 'application/json' }
  const accepted = { Accept: 'application/json, text/plain, */*' }
  return { url, init: { method, body, headers: { ...accepted, ...type, ...headers }, credentials: 'same-origin' } }
}
