import type { IncomingHttpHeaders } from 'node:http'

/** A request received by the proxy. */
export interface RecordedRequest {
  method: string
  /** Path and query, as sent; the whole URL of a request to a further origin. */
  path: string
  headers: IncomingHttpHeaders
  /** Request body as text; empty without a body. */
  body: string
  /** True if the client disconnected before the end of the response. */
  aborted: boolean
  /** The response, or the connection, has ended. */
  ended: boolean
  /** The body that the client gets; empty so far, or without a body. */
  response: string
  /** Time by `performance.now()`, also while a test replaces it. */
  receivedAt: number
  /** Time by `performance.now()` until which the service was busy with it: infinite while it is, 0 without forwarding. */
  servedUntil: number
}

/** A response of the proxy in place of the service's. */
export interface StubResponse {
  status: number
  contentType: string
  /** Further headers, which the page may read. */
  headers?: Readonly<Record<string, string>>
  body: string
}

/** The faults of one request. Delays are in milliseconds. */
export interface ScheduledFault {
  /** Delay before forwarding. */
  before?: number
  /** Runs immediately before forwarding, for example to lock the database. */
  prepare?: () => Promise<unknown>
  /** Number of times it is forwarded, 1 by default. 2 imitates a browser that retries. */
  times?: 0 | 1 | 2
  /** Forwards the second time without waiting for the first response. */
  atOnce?: boolean
  /** Delay of the response. */
  after?: number
  /**
   * The client receives the last response (default), half of it, a reset, or a stub, by default with status 200 and as JSON.
   */
  reply?: 'response' | 'half' | 'reset' | (Partial<StubResponse> & Pick<StubResponse, 'body'>)
  /** Sends the first {@link DRIPPED_BYTES} one a second, by the global `setTimeout`, which a test may replace. */
  isDripped?: boolean
}

/** Enough for every message and button of a slow response. */
export const DRIPPED_BYTES = 15

/** Faults by endpoint, which is the last segment of a path, such as `SelectCodes`, or by a whole URL without its query. */
export interface Faults {
  /** Requests to an endpoint, or to all of them, since the last reset, oldest first. */
  requests(name?: string): RecordedRequest[]
  /** Responds with an error status, 500 by default, without contacting the service. */
  fail(name: string, status?: number): void
  /** Responds with a body, by default with status 200 and as JSON, without contacting the service. Strings are sent as is. */
  respond(name: string, body: unknown, options?: Partial<Omit<StubResponse, 'body'>>): void
  /** The same, as the service: until the reset, `recover` returns to it. */
  stub(name: string, body: unknown): void
  /** Resets the connection without a response. */
  drop(name: string): void
  /** Sends the response of the service, or of its stub, slowly, as {@link ScheduledFault.isDripped}. */
  drip(name: string): void
  /**
   * Holds the responses of an endpoint, or of all of them. The service, or the fault in its place, is still requested immediately.
   *
   * @returns a function that releases the held responses and ends the hold
   */
  hold(name?: string): () => void
  /** Reverts `fail`, `respond`, `drop` and `drip`. */
  recover(name: string): void
  /** Sets the faults of the next requests to the named endpoints, one each, before those of the endpoint. */
  schedule(names: readonly string[], faults: readonly ScheduledFault[]): void
  /** Reverts all faults, releases all held responses and deletes all recorded requests. */
  reset(): void
}

/** The treatment of one request. */
export interface Treatment {
  fault: ScheduledFault
  /** Resolves when the response may be sent. */
  released: Promise<unknown>
}

/** The key of the gate for all endpoints. */
const ALL = ''

/** Creates the recorded requests and the faults of a proxy. */
export function createFaults(): { faults: Faults; treat(request: RecordedRequest): Treatment } {
  const faultOf = new Map<string, ScheduledFault>()
  const stubs = new Map<string, ScheduledFault>()
  const gateOf = new Map<string, { released: Promise<void>; release: () => void }>()
  let recorded: RecordedRequest[] = []
  let scheduled = { names: [] as readonly string[], faults: [] as ScheduledFault[] }

  const faults: Faults = {
    requests: (name) => recorded.filter((request) => name === undefined || namesOf(request).includes(name)),
    fail: (name, status = 500) => faults.respond(name, { error: 'injected by the test' }, { status }),
    respond: (name, body, options) => void faultOf.set(name, { times: 0, reply: { ...options, body: toJson(body) } }),
    stub: (name, body) => void stubs.set(name, { times: 0, reply: { body: toJson(body) } }),
    drop: (name) => faultOf.set(name, { times: 0, reply: 'reset' }),
    drip: (name) => void faultOf.set(name, { ...stubs.get(name), isDripped: true }),
    hold(name = ALL) {
      const gate = createGate()
      gateOf.set(name, gate)
      return () => {
        gate.release()
        if (gateOf.get(name) === gate) gateOf.delete(name)
      }
    },
    recover: (name) => void faultOf.delete(name),
    schedule(names, next) {
      scheduled = { names, faults: [...next] }
    },
    reset() {
      for (const gate of gateOf.values()) gate.release()
      gateOf.clear()
      faultOf.clear()
      stubs.clear()
      recorded = []
      faults.schedule([], [])
    },
  }

  return {
    faults,
    treat(request) {
      recorded.push(request)
      const names = namesOf(request)
      const next = names.some((name) => scheduled.names.includes(name)) ? scheduled.faults.shift() : undefined
      return {
        fault: next ?? firstOf(faultOf, names) ?? firstOf(stubs, names) ?? {},
        released: Promise.all([...names, ALL].map((name) => gateOf.get(name)?.released)),
      }
    },
  }
}

/** The endpoint of a request. */
export function nameOf({ path }: Pick<RecordedRequest, 'path'>): string {
  return path.split('?', 1)[0]?.split('/').at(-1) ?? ''
}

/** What names a request: its URL at a further origin, and its endpoint. */
function namesOf(request: Pick<RecordedRequest, 'path'>): string[] {
  return [request.path.split('?', 1)[0] ?? '', nameOf(request)]
}

function firstOf<T>(map: ReadonlyMap<string, T>, names: readonly string[]): T | undefined {
  return names.map((name) => map.get(name)).find((found) => found !== undefined)
}

/** The digits of a bigint are those of a number that a double cannot hold (D31, exact numbers). */
function toJson(body: unknown): string {
  if (typeof body === 'string') return body
  const exact = (_key: string, value: unknown) => (typeof value === 'bigint' ? `#${value}n` : value)
  const text = JSON.stringify(body, exact)
  if (text === undefined) throw new Error(`A response is JSON, and cannot be a ${typeof body}.`)
  return text.replace(/"#(-?\d+)n"/g, '$1')
}

function createGate() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release }
}
