import { vi } from 'vitest'
import { backend } from '../../backend'
import type { StubbedResponses } from '../../stubbed-responses'
import { announcements } from './page'

/** A fault of the service or the network that leaves the session open. */
export interface ServiceFault {
  name: string
  /** Why a request with this fault failed: the words of the specification's table, as a clause. */
  reason: string
  /** The service has decided the request: nothing has changed. */
  isRefusal?: boolean
  /** Injects the fault into the requests to an endpoint. */
  inject(endpoint: string): void
}

const NO_RESPONSE = 'el servicio no respondió'
const UNREADABLE = 'la respuesta del servicio no se pudo leer'
const HTML = '<!doctype html><title>Portal</title><p>Inicie sesión en la red'

/** The wait that the 429 demands, in seconds. */
export const RETRY_AFTER_S = 120

export const TOO_MANY_REQUESTS: ServiceFault = {
  name: 'status 429',
  reason: 'hay demasiadas peticiones, espere 2 minutos',
  inject: (endpoint) =>
    backend.respond(endpoint, {}, { status: 429, headers: { 'Retry-After': String(RETRY_AFTER_S) } }),
}

/** Staff reload the page after it. */
export const SIGN_IN_PAGE: ServiceFault = {
  name: 'a sign-in page',
  reason: 'la red pide iniciar sesión',
  inject: (endpoint) => backend.respond(endpoint, HTML, { contentType: 'text/html' }),
}

/** By kind, of which each has words of its own, but for the status in them. */
const KINDS: readonly (readonly ServiceFault[])[] = [
  [
    { name: 'a reset connection', reason: NO_RESPONSE, inject: backend.drop },
    { name: 'a refusal by CORS', reason: NO_RESPONSE, inject: refuse },
    { name: 'no connection', reason: NO_RESPONSE, inject: goOffline },
  ],
  [
    { name: 'truncated JSON', reason: UNREADABLE, inject: (endpoint) => backend.respond(endpoint, '{"data":[{"id":1') },
    { name: 'status 204', reason: UNREADABLE, inject: (endpoint) => backend.respond(endpoint, '', { status: 204 }) },
  ],
  [SIGN_IN_PAGE],
  [500, 503].map((status) => ({
    name: `status ${status}`,
    reason: `el servicio falló (${status})`,
    inject: (endpoint) => backend.fail(endpoint, status),
  })),
  [
    {
      name: 'status 400',
      reason: 'el servicio rechazó la petición (400)',
      isRefusal: true,
      inject: (endpoint) => backend.fail(endpoint, 400),
    },
  ],
  [TOO_MANY_REQUESTS],
]

/** One fault of each kind, by turns. Neighbours have other words, so that none is taken for the next. */
export function faultsInTurn(turn: number): ServiceFault[] {
  return KINDS.flatMap((faults) => faults[turn % faults.length] ?? [])
}

const TURNS = Math.max(...KINDS.map((faults) => faults.length))

/** Every fault. */
export const SERVICE_FAULTS: readonly ServiceFault[] = [
  ...new Set(Array.from({ length: TURNS }, (_, turn) => faultsInTurn(turn)).flat()),
]

/** The announcements of failed requests on the page. */
export function failures(): string[] {
  const reasons = SERVICE_FAULTS.map(({ reason }) => reason.toLowerCase())
  return announcements().filter((text) => reasons.some((reason) => text.toLowerCase().includes(reason)))
}

let refused: string[] = []
const restore: (() => void)[] = []

/** The number of requests to an endpoint, also of those that no service has received. */
export function requestCount(endpoint: string): number {
  return backend.requests(endpoint).length + refused.filter((name) => name === endpoint).length
}

/**
 * Ends the fault of an endpoint, and keeps the number of its requests.
 *
 * @param stubs responses in place of those of the service
 */
export function recover(endpoint: string, stubs: StubbedResponses = {}): void {
  backend.recover(endpoint)
  for (const end of restore.splice(0)) end()
  for (const [request, body] of Object.entries(stubs)) backend.respond(request.split(/[\s/]/).at(-1) ?? '', body)
}

/** Ends all faults, and forgets their requests. */
export function endFaults(): void {
  for (const end of restore.splice(0)) end()
  refused = []
}

/** As a browser does after a preflight without permission, for which jsdom sends none. */
function refuse(endpoint: string): void {
  const send = globalThis.fetch
  const mock = vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    const url = input instanceof Request ? input.url : String(input)
    if (!url.startsWith(backend.url) || url.split('?', 1)[0]?.split('/').at(-1) !== endpoint) return send(input, init)
    refused.push(endpoint)
    return Promise.reject(new TypeError('Failed to fetch'))
  })
  restore.push(() => mock.mockRestore())
}

function goOffline(endpoint: string): void {
  refuse(endpoint)
  const mock = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  restore.push(() => {
    mock.mockRestore()
    window.dispatchEvent(new Event('online'))
  })
}
