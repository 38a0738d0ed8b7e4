import type { Operation } from '@canje/reference-backend/openapi'
import { charsetOf } from '@canje/shared-auth/charset'
import { stringifyJson } from '@canje/shared-auth/json'
import { bearer } from '@canje/shared-auth/requests'
import { isUntrusted } from '../project/certificate'
import { fail, ServiceFailure } from './findings'

/** A cleanup must fit into the time that a stopped command has. */
const CLEANUP_MS = 3_000

/** A complete response. */
export interface ServiceResponse {
  operation: Operation
  status: number
  headers: Headers
  text: string
}

/** A request as a page of the shell sends it. */
export interface ServiceRequest {
  token?: string | undefined
  /** Empty by default. */
  body?: object
  query?: string
  headers?: Record<string, string>
  /** Sent even when the command is stopped, and not aborted: whether it had an effect would stay unknown. */
  isChange?: boolean
}

export interface ClientOptions {
  securityUrl: string
  apiUrl: string
  /** The shell's origin. */
  origin: string
  /** Time limit of a response, in milliseconds. */
  timeoutMs: number
  /** Aborts requests that are no change. */
  stop: AbortSignal
}

/** Sends the requests of a page. All methods throw ServiceFailure when nothing can be checked. */
export class Client {
  /** All responses but those to preflights. */
  readonly responses: ServiceResponse[] = []

  constructor(readonly options: ClientOptions) {}

  /** Whether a page of the shell needs CORS for the operation. */
  isCrossOrigin(operation: Operation): boolean {
    return new URL(this.urlOf(operation)).origin !== this.options.origin
  }

  /** The URL of an operation, for a base URL with or without a trailing slash (D9, base URLs). */
  urlOf({ services, path }: Operation, query = ''): string {
    const base = services.includes('info') ? this.options.apiUrl : this.options.securityUrl
    return `${base.replace(/\/+$/, '')}/${path}${query}`
  }

  /** Sends a request. @throws CheckFailure when its response is cut off, or no text */
  async send(operation: Operation, request: ServiceRequest = {}): Promise<ServiceResponse> {
    const { token, body = operation.method === 'POST' ? {} : undefined, query, headers, isChange = false } = request
    const response = await this.fetch(operation, isChange, this.urlOf(operation, query), {
      method: operation.method,
      headers: {
        ...(token !== undefined && { Authorization: bearer(token) }),
        ...(body && { 'Content-Type': 'application/json' }),
        ...headers,
      },
      ...(body && { body: stringifyJson(body) }),
    })
    this.responses.push(response)
    return response
  }

  /** Sends a CORS preflight. */
  preflight(operation: Operation, headers: readonly string[]): Promise<ServiceResponse> {
    return this.fetch(operation, false, this.urlOf(operation), {
      method: 'OPTIONS',
      headers: {
        'Access-Control-Request-Method': operation.method,
        'Access-Control-Request-Headers': headers.toSorted().join(','),
      },
    })
  }

  private async fetch(
    operation: Operation,
    isChange: boolean,
    url: string,
    { headers, ...options }: RequestInit,
  ): Promise<ServiceResponse> {
    const { origin, stop, timeoutMs } = this.options
    const limit = AbortSignal.timeout(stop.aborted ? CLEANUP_MS : timeoutMs)
    const signal = isChange ? limit : AbortSignal.any([stop, limit])
    const init = { ...options, headers: { Origin: origin, ...headers }, redirect: 'manual' as const, signal }
    const seconds = `${timeoutMs / 1000} s`
    const response = await fetch(url, init).catch((error: unknown) => {
      if (!limit.aborted) signal.throwIfAborted()
      const reason = limit.aborted ? `no response within ${seconds}` : reasonOf(error)
      if (isUntrusted(reason)) throw new ServiceFailure('untrusted', url, `the certificate is not trusted (${reason})`)
      throw new ServiceFailure('noResponse', url, `the service does not respond (${reason})`)
    })
    if (response.status === 429) {
      const wait = response.headers.get('Retry-After') ?? 'missing'
      throw new ServiceFailure('busy', url, `the service is busy (429, Retry-After: ${wait})`)
    }
    const bytes = await response.arrayBuffer().catch(() => {
      if (limit.aborted) throw new ServiceFailure('endless', url, `the response does not end within ${seconds}`)
      signal.throwIfAborted()
      const fix = 'Send the whole body, and raise the limits of proxies for time and size.'
      fail(operation, 'response-cut', 'the response is cut off.', fix, 'D1')
    })
    const { status, headers: received } = response
    return { operation, status, headers: received, text: decoded(operation, bytes, charsetOf(received) ?? 'utf-8') }
  }
}

function decoded(operation: Operation, bytes: ArrayBuffer, charset: string): string {
  try {
    return new TextDecoder(charset, { fatal: true }).decode(bytes)
  } catch {
    const problem = `browsers read no text in ${charset} from its bytes.`
    const fix = 'Send UTF-8, or declare the charset of the bytes in Content-Type.'
    fail(operation, 'encoding', problem, fix, 'D1')
  }
}

/** The code of the error of the system, or its message. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause ? String(cause.code) : cause.message
}
