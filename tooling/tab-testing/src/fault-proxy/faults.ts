import type { IncomingHttpHeaders } from 'node:http'

/** A call as it reached the proxy. */
export interface RecordedCall {
  method: string
  /** Path and query, as sent. */
  path: string
  headers: IncomingHttpHeaders
  /** The request body as text; empty when there is none. */
  body: string
  /** True once the caller has gone before the whole answer was sent. */
  aborted: boolean
}

/** What the proxy says instead of the service behind it. */
export interface Answer {
  status: number
  contentType: string
  body: string
}

/** What can be done to the calls of a service. A call is named by the last segment of its path, such as `SelectCodes`. */
export interface Faults {
  /** Every call of that name since the last reset, oldest first. */
  calls(name: string): RecordedCall[]
  /** Answers with an error status (500 by default) and never asks the service. */
  fail(name: string, status?: number): void
  /** Answers 200 with this body, JSON unless it is text already, and never asks the service. */
  answer(name: string, body: unknown, how?: Partial<Omit<Answer, 'body'>>): void
  /** Closes the connection without an answer. */
  drop(name: string): void
  /**
   * Withholds every answer of that name. The service, or the fault in its place, is asked at once.
   * @returns the function that lets the answers go, those of later calls too
   */
  hold(name: string): () => void
  /** Undoes `fail`, `answer` and `drop`: the service answers again. */
  recover(name: string): void
  /** Undoes everything, lets every withheld answer go and forgets every call. */
  reset(): void
}

/** What becomes of a call that has just arrived. */
export interface Fate {
  /** Undefined when the service itself shall answer. */
  fault: Answer | 'drop' | undefined
  /** Resolves when the answer may go out. */
  released: Promise<void>
}

/** Keeps the calls that arrived and what shall happen to the next ones. */
export function createFaults(): { faults: Faults; arrive(call: RecordedCall): Fate } {
  const faultOf = new Map<string, Answer | 'drop'>()
  const gateOf = new Map<string, { released: Promise<void>; release: () => void }>()
  let recorded: RecordedCall[] = []

  const faults: Faults = {
    calls: (name) => recorded.filter((call) => nameOf(call) === name),
    fail: (name, status = 500) => faults.answer(name, { error: 'a failure made by the test' }, { status }),
    answer(name, body, { status = 200, contentType = 'application/json' } = {}) {
      faultOf.set(name, { status, contentType, body: typeof body === 'string' ? body : JSON.stringify(body) })
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
    arrive(call) {
      recorded.push(call)
      const name = nameOf(call)
      return { fault: faultOf.get(name), released: gateOf.get(name)?.released ?? Promise.resolve() }
    },
  }
}

function nameOf({ path }: RecordedCall): string {
  return path.split('?', 1)[0]?.split('/').at(-1) ?? ''
}

function createGate() {
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  return { released, release }
}
