import { retryAfterSeconds } from './retry-after'

/** The wait that a response demands, in seconds; null without a valid `Retry-After`. */
interface Wait {
  retryAfterSeconds: number | null
}

/** Why a request to a service has failed. */
export type Fault =
  /**
   * The service rejects it: any other 4xx, with the `error.code` of its body if there is one. Without a status, the payload
   * of a successful response says so.
   */
  | { kind: 'refused'; status?: number; code?: string }
  /** The service does not accept the token: 401. */
  | { kind: 'unauthorized' }
  /** Too many requests: 429. */
  | ({ kind: 'busy' } & Wait)
  /** The service failed: 5xx, 408 or 425. */
  | ({ kind: 'failed'; status: number } & Wait)
  /** The first request with the same idempotency key is still running (D27, optional features). */
  | ({ kind: 'running' } & Wait)
  /** No response, or one that was cut off: offline, refused by CORS, a reset connection, a time limit. */
  | { kind: 'no-response' }
  /** A web page in place of data or code: an access proxy or a captive portal asks for a sign-in. */
  | { kind: 'sign-in-page' }
  /** The response has no payload: an empty or truncated body, another envelope (D1, envelope) or type. */
  | { kind: 'unreadable' }
  /** The client has cancelled it. */
  | { kind: 'cancelled' }
  /** Code requires other versions of shared modules than the page provides. */
  | { kind: 'other-shell' }
  /** The settings of the remote do not fit its release (D44, settings). */
  | { kind: 'settings-invalid' }
  /** Code that loads on demand did not load. */
  | { kind: 'not-loaded' }
  /** Not a failure of a request, such as that of a worker. */
  | { kind: 'other' }

/**
 * Faults by the name of an error. Not by its class: shell and remotes bundle their own copies of the classes, and a worker
 * passes names only.
 */
const FAULTS: Readonly<Record<string, Fault>> = {
  RefusalError: { kind: 'refused' },
  LostResponseError: { kind: 'no-response' },
  SignInPageError: { kind: 'sign-in-page' },
  EnvelopeError: { kind: 'unreadable' },
  RowsError: { kind: 'unreadable' },
  SyntaxError: { kind: 'unreadable' },
  AbortError: { kind: 'cancelled' },
  CanceledError: { kind: 'cancelled' },
  OtherShellError: { kind: 'other-shell' },
  SettingsInvalid: { kind: 'settings-invalid' },
  ChunkLoadError: { kind: 'not-loaded' },
}

/** There was no response, or the connection was lost or a time limit reached within its body. */
export class LostResponseError extends Error {
  override readonly name = 'LostResponseError'
}

/** A web page, or a redirect to one, in place of data or code. */
export class SignInPageError extends Error {
  override readonly name = 'SignInPageError'

  /** @param url that was requested, if it is known */
  constructor(url = 'The server') {
    super(`${url} responded with a web page.`)
  }
}

/** Whether a body, or its start, is that of a web page: no data and no code begins so. */
export function isPage(body: unknown): boolean {
  return (
    typeof body === 'string' &&
    /^\s*(<\?xml[^>]*>\s*)?<(!doctype html|!--|html|head|body|meta|script|title)/i.test(body)
  )
}

/** How many causes of an error are looked at: it could be its own cause. */
const MAX_CAUSES = 9

/** The fields of an axios error; another one, or whatever else was thrown, may lack them. */
interface FailedRequest {
  name?: unknown
  isAxiosError?: unknown
  status?: unknown
  cause?: unknown
  response?: { data?: unknown; headers?: Record<string, unknown> }
}

/**
 * States why a request failed. Every screen takes its words from the result, so that nothing classifies a second time.
 *
 * @param error what `apiClient`, or a function that uses it, rejected with
 */
export function faultOf(error: unknown): Fault {
  let request: FailedRequest = Object(error)
  for (let depth = 0; depth < MAX_CAUSES; depth++) {
    const fault = ownFaultOf(request)
    if (fault) return fault
    request = Object(request.cause)
  }
  return { kind: 'other' }
}

/**
 * Whether a change that had this fault is sent again with its idempotency key: the service has not decided it, and the
 * client has not cancelled it. Not whether a change without a key had an effect: its 409 may be a conflict with its own
 * first attempt, and a cancelled change may have arrived.
 */
export function isRepeatable({ kind }: Fault): boolean {
  return kind !== 'refused' && kind !== 'unauthorized' && kind !== 'cancelled'
}

function ownFaultOf({ name, isAxiosError, status, response }: FailedRequest): Fault | undefined {
  const fault = FAULTS[String(name)]
  if (fault) return fault
  if (typeof status === 'number') return faultOfStatus(status, response)
  return isAxiosError === true ? { kind: 'no-response' } : undefined
}

function faultOfStatus(status: number, { headers, data }: FailedRequest['response'] = {}): Fault {
  const isWebPage = isPage(data) || /^text\/html/i.test(String(headers?.['content-type']))
  // RFC 6585 §6: 511 Network Authentication Required. A 401 with a page still ends the session (D10, end by a 401).
  if (status === 511 || (status < 400 && isWebPage)) return { kind: 'sign-in-page' }
  if (status < 400) return { kind: 'unreadable' }
  if (status === 401) return { kind: 'unauthorized' }
  const wait = { retryAfterSeconds: retryAfterSeconds(headers?.['retry-after']) }
  if (status === 429) return { kind: 'busy', ...wait }
  if (status >= 500 || status === 408 || status === 425) return { kind: 'failed', status, ...wait }
  const code = errorCodeOf(data)
  if (status === 409 && code === 'request_in_progress') return { kind: 'running', ...wait }
  return { kind: 'refused', status, ...(typeof code === 'string' && { code }) }
}

/** Reads `error.code` of a response body, which is text while axios has not parsed it. */
function errorCodeOf(data: unknown): unknown {
  try {
    const { error } = Object(typeof data === 'string' ? JSON.parse(data) : data)
    return Object(error).code
  } catch {
    return undefined
  }
}
