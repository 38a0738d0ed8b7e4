import { vi } from 'vitest'
import { backend } from '../../backend'
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

/** Every fault. Those next to each other, or six apart as in a sample, have other words, so that none is taken for the next. */
export const SERVICE_FAULTS: readonly ServiceFault[] = [
  { name: 'a reset connection', reason: NO_RESPONSE, inject: backend.drop },
  { name: 'truncated JSON', reason: UNREADABLE, inject: (endpoint) => backend.respond(endpoint, '{"data":[{"id":1') },
  SIGN_IN_PAGE,
  withStatus(500),
  { name: 'status 204', reason: UNREADABLE, inject: (endpoint) => backend.respond(endpoint, '', { status: 204 }) },
  { name: 'no connection', reason: NO_RESPONSE, inject: goOffline },
  TOO_MANY_REQUESTS,
  withStatus(503),
  refusal(400),
  refusal(404),
  refusal(409),
  refusal(410),
]

/** Some endpoints have words of their own for a refusal. */
function refusal(status: number): ServiceFault {
  const reason = `el servicio rechazó la petición (${status})`
  return { name: `status ${status}`, reason, isRefusal: true, inject: (endpoint) => backend.fail(endpoint, status) }
}

function withStatus(status: number): ServiceFault {
  const reason = `el servicio falló (${status})`
  return { name: `status ${status}`, reason, inject: (endpoint) => backend.fail(endpoint, status) }
}

/** The announcements of failed requests on the page. */
export function failures(): string[] {
  const reasons = SERVICE_FAULTS.map(({ reason }) => reason.toLowerCase())
  return announcements().filter((text) => reasons.some((reason) => text.toLowerCase().includes(reason)))
}

let reconnect: (() => void) | undefined

function goOffline(endpoint: string): void {
  backend.drop(endpoint)
  const mock = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  window.dispatchEvent(new Event('offline'))
  reconnect = () => {
    reconnect = undefined
    mock.mockRestore()
    window.dispatchEvent(new Event('online'))
  }
}

/** Ends the fault of an endpoint, and keeps the number of its requests. */
export function recover(endpoint: string): void {
  backend.recover(endpoint)
  reconnect?.()
}
