import type { IncomingHttpHeaders } from 'node:http'

/** A request received by the proxy. */
export interface RecordedRequest {
  method: string
  /** Path and query, as sent. */
  path: string
  headers: IncomingHttpHeaders
  /** Request body as text; empty without a body. */
  body: string
  /** True if the client disconnected before the end of the response. */
  aborted: boolean
}

/** A response of the proxy in place of the service's. */
export interface StubResponse {
  status: number
  contentType: string
  /** Further headers, which the page may read. */
  headers?: Readonly<Record<string, string>>
  body: string
}

/** Faults by endpoint, which is the last segment of a path, such as `SelectCodes`. */
export interface Faults {
  /** Requests to an endpoint since the last reset, oldest first. */
  requests(name: string): RecordedRequest[]
  /** Responds with an error status, 500 by default, without contacting the service. */
  fail(name: string, status?: number): void
  /** Responds with a body, by default with status 200 and as JSON, without contacting the service. Strings are sent as is. */
  respond(name: string, body: unknown, options?: Partial<Omit<StubResponse, 'body'>>): void
  /** Closes the connection without a response. */
  drop(name: string): void
  /**
   * Holds the responses of an endpoint. The service, or the fault in its place, is still requested immediately.
   *
   * @returns a function that releases the held responses and ends the hold
   */
  hold(name: string): () => void
  /** Reverts `fail`, `respond` and `drop`. */
  recover(name: string): void
  /** Reverts all faults, releases all held responses and deletes all recorded requests. */
  reset(): void
}

/** The treatment of one request. */
export interface Interception {
  /** Undefined if the request is forwarded to the service. */
  fault: StubResponse | 'drop' | undefined
  /** Resolves when the response may be sent. */
  released: Promise<void>
}

/** Creates the recorded requests and the faults of a proxy. */
export function createFaults(): { faults: Faults; intercept(request: RecordedRequest): Interception } {
  const faultOf = new Map<string, StubResponse | 'drop'>()
  const gateOf = new Map<string, { released: Promise<void>; release: () => void }>()
  let recorded: RecordedRequest[] = []

  const faults: Faults = {
    requests: (name) => recorded.filter((request) => nameOf(request) === name),
    fail: (name, status = 500) => faults.respond(name, { error: 'injected by the test' }, { status }),
    respond(name, body, { status = 200, contentType = 'application/json', headers = {} } = {}) {
      faultOf.set(name, { status, contentType, headers, body: typeof body === 'string' ? body : JSON.stringify(body) })
    },
    drop: (name) => faultOf.set(name, 'drop'),
    hold(name) {
      const gate = createGate()
      gateOf.set(name, gate)
      return () => {
        gate.release()
        if (gateOf.get(name) === gate) gateOf.delete(name)
      }
    },
    recover: (name) => faultOf.delete(name),
    reset() {
      for (const gate of gateOf.values()) gate.release()
      gateOf.clear()
      faultOf.clear()
      recorded = []
    },
  }

  return {
    faults,
    intercept(request) {
      recorded.push(request)
      const name = nameOf(request)
      return { fault: faultOf.get(name), released: gateOf.get(name)?.released ?? Promise.resolve() }
    },
  }
}

function nameOf({ path }: RecordedRequest): string {
  return path.split('?', 1)[0]?.split('/').at(-1) ?? ''
}

function createGate() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release }
}
