import type { Operation } from '@canje/reference-backend/openapi'
import { charsetOf } from '@canje/shared-auth/charset'
import { stringifyJson } from '@canje/shared-auth/json'
import { bearer } from '@canje/shared-auth/requests'
import { isUntrusted, TRUSTED_CERTIFICATE } from '../project/certificate'
import { CheckFailure, EXIT_CODE, finding, ServiceFailure } from './findings'

const MAX_BYTES = 256 * 2 ** 20
/** A cleanup must fit into the time that a stopped command has. */
const CLEANUP_MS = 3_000

/** A complete response. */
export interface ServiceResponse {
  operation: Operation
  status: number
  headers: Headers
  text: string
  /** Why its bytes are no text in the declared charset, UTF-8 by default. */
  encodingProblem: string | undefined
}

/** A request as a page of the shell sends it. */
export interface ServiceRequest {
  token?: string | undefined
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

  constructor(private readonly options: ClientOptions) {}

  get origin(): string {
    return this.options.origin
  }

  /** Whether a page of the shell needs CORS for the operation. */
  isCrossOrigin(operation: Operation): boolean {
    return new URL(this.urlOf(operation)).origin !== this.origin
  }

  /** The URL of an operation, for a base URL with or without a trailing slash (D9, base URLs). */
  urlOf({ services, path }: Operation, query = ''): string {
    const base = services.includes('info') ? this.options.apiUrl : this.options.securityUrl
    return `${base.replace(/\/+$/, '')}/${path}${query}`
  }

  /** Sends a request. @throws CheckFailure when its response is cut off */
  async send(operation: Operation, request: ServiceRequest = {}): Promise<ServiceResponse> {
    const { token, body, query, headers, isChange = false } = request
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
      throw noResponse(url, limit.aborted ? `no response within ${seconds}` : reasonOf(error))
    })
    if (response.status === 429) throw busy(url, response.headers.get('Retry-After'))
    const decoded = await readText(response).catch((error: unknown) => {
      if (limit.aborted) throw endless(url, `does not end within ${seconds}`)
      signal.throwIfAborted()
      if (error instanceof RangeError) throw endless(url, `does not end within ${MAX_BYTES} bytes`)
      const fix = 'Send the whole body, and raise the limits of proxies for time and size.'
      throw new CheckFailure(finding(operation, 'response-cut', 'the response is cut off.', fix, 'D1'))
    })
    return { operation, status: response.status, headers: response.headers, ...decoded }
  }
}

/** @throws RangeError for more than {@link MAX_BYTES} */
async function readText({ body, headers }: Response): Promise<Pick<ServiceResponse, 'text' | 'encodingProblem'>> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body ?? []) {
    chunks.push(chunk)
    bytes += chunk.byteLength
    if (bytes > MAX_BYTES) throw new RangeError('The response is too long.')
  }
  return decode(Buffer.concat(chunks), charsetOf(headers) ?? 'utf-8')
}

/** Decodes as a page of the shell does. */
function decode(bytes: Uint8Array, charset: string): Pick<ServiceResponse, 'text' | 'encodingProblem'> {
  try {
    new TextDecoder(charset)
  } catch {
    return { ...decode(bytes, 'utf-8'), encodingProblem: `browsers do not know its charset ${charset}.` }
  }
  try {
    return { text: new TextDecoder(charset, { fatal: true }).decode(bytes), encodingProblem: undefined }
  } catch {
    return { text: new TextDecoder(charset).decode(bytes), encodingProblem: `its bytes are no text in ${charset}.` }
  }
}

/** The code of the error of the system, or its message. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error
  if (!(cause instanceof Error)) return String(cause)
  return 'code' in cause ? String(cause.code) : cause.message
}

function noResponse(url: string, reason: string): ServiceFailure {
  if (isUntrusted(reason))
    return new ServiceFailure(
      EXIT_CODE.untrusted,
      url,
      `the certificate is not trusted (${reason})`,
      TRUSTED_CERTIFICATE,
    )
  const remedy = 'Start the service, and check the URL, its port and the proxy before it.'
  return new ServiceFailure(EXIT_CODE.noResponse, url, `the service does not respond (${reason})`, remedy)
}

function busy(url: string, retryAfter: string | null): ServiceFailure {
  const wait = retryAfter === null ? 'without Retry-After' : `Retry-After: ${retryAfter}`
  const remedy = 'Run the command again after that time, or raise the limit for this account and address.'
  return new ServiceFailure(EXIT_CODE.busy, url, `the service is busy (429, ${wait})`, remedy)
}

function endless(url: string, problem: string): ServiceFailure {
  const remedy = 'End every response: close its body, or send Content-Length. For a slow service, set --timeout.'
  return new ServiceFailure(EXIT_CODE.endless, url, `the response ${problem}`, remedy)
}
