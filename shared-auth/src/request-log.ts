import { serviceUrls } from './services'

/** An attempt of a request of the info API, without anything that it sent or received. */
export interface LoggedRequest {
  /** When its response arrived, or it failed. */
  at: Date
  /** First segment of the path, such as SelectCodes. */
  path: string
  /** Undefined without a response. */
  status: number | undefined
  /** Of the response header `X-Request-Id`; undefined where the service does not expose it (CORS). */
  id: string | undefined
}

/** How many requests are kept. */
const KEPT = 10
const ID = /^[\w.:-]{1,100}$/

const log: LoggedRequest[] = []

/** The last requests by {@link recorded}, oldest first. Cancelled ones are not among them. */
export function lastRequests(): readonly LoggedRequest[] {
  return log
}

/** A `fetch` that records its requests, each attempt by itself. */
export function recorded(send: typeof fetch): typeof fetch {
  return (input, init) => {
    const response = send(input, init)
    response.then(
      (received) => record(input, received),
      () => init?.signal?.aborted || record(input),
    )
    return response
  }
}

function record(input: URL | Request | string, response?: Response): void {
  const id = response?.headers.get('X-Request-Id') ?? ''
  log.push({ at: new Date(), path: pathOf(input), status: response?.status, id: ID.test(id) ? id : undefined })
  log.splice(0, log.length - KEPT)
}

/** Later segments, the query and longer numbers may name a person. */
function pathOf(input: URL | Request | string): string {
  const { apiUrl } = serviceUrls()
  const url = String(input)
  return (url.startsWith(apiUrl) && /^[A-Za-z]{1,60}\d{0,2}(?=[/?#]|$)/.exec(url.slice(apiUrl.length))?.[0]) || '…'
}
