import { type AcceptedState, type SeenState, StateRefused, stateUrl } from '@canje/registry'
import { type Fault, faultOf } from '@canje/shared-auth/fault'
import { fetchState } from '../../fetch-file'
import { sharedRun } from '../shared-run'
import type { RemoteState } from '../store'
import type { Report } from '../telemetry/event'
import { type StateSource, storedSeen, storedState, storeState, verifyState } from './last-good'

/** Delay before the last good state is used instead (D46, a slow release is slow). */
const SLOW_MS = 5000

/** A response of this age is still fresh. */
const FRESH_MS = 2000

/** What is known about the state in use of a remote. */
export interface StateFacts {
  name: string
  epoch: number
  n: number
  /** When the server last confirmed it, in milliseconds since the epoch; undefined for one from storage. */
  confirmedAt: number | undefined
}

/** Fetches and verifies the states of one remote by its keys and epoch. */
export interface StateClient {
  /** Undefined until a state is in use. */
  facts(): StateFacts | undefined
  /** Whether a request succeeded, failed or proved slow in the last 2 s. */
  isFresh(maxAgeMs?: number): boolean
  /** Fetches the state again; never rejects, and never fetches twice at once. */
  refetch(): Promise<void>
}

interface StateClientOptions {
  source: StateSource
  setState: (state: RemoteState) => void
  /** Body of a request that is already under way. */
  firstResponse?: Promise<string> | undefined
  report: Report
}

/** Creates the client of a listed remote. */
export function createStateClient({ source, setState, firstResponse, report }: StateClientOptions): StateClient {
  const { name, storeUrl } = source
  let first = firstResponse
  /** When a request last succeeded, failed or proved slow, as `performance.now()` in milliseconds. */
  let lastSettled = Number.NEGATIVE_INFINITY
  let lastError: string | undefined
  let inUse: AcceptedState | undefined
  let confirmedAt: number | undefined
  /** For a browser without storage. */
  let accepted: SeenState | undefined
  // Not an empty string: an empty response must be rejected.
  let lastAccepted: string | undefined

  function seen(): SeenState | undefined {
    const stored = storedSeen(source)
    return accepted && accepted.n >= (stored?.n ?? 0) ? accepted : stored
  }

  async function fetchOnce(): Promise<void> {
    const slow = setTimeout(showStored, SLOW_MS)
    try {
      const body = await (first ?? fetchState(stateUrl(storeUrl, name)))
      // A state rarely changes, and verification would delay the tab that opens.
      if (body !== lastAccepted) await accept(body)
      confirmedAt = Date.now()
    } catch (error) {
      await keepLastGood(error)
    } finally {
      first = undefined
      clearTimeout(slow)
      lastSettled = performance.now()
    }
  }

  async function accept(body: string): Promise<void> {
    const state = await verifyState(body, source, seen())
    accepted = { n: state.n, hash: state.hash }
    lastAccepted = body
    storeState(source, body, accepted)
    apply(state)
  }

  async function showStored(): Promise<void> {
    const stored = inUse ? undefined : await storedState(source)
    // The response may have arrived meanwhile.
    if (!stored || inUse) return
    report({ type: 'state-slow', name, reason: `The state of ${name} did not arrive in ${SLOW_MS / 1000} s` })
    lastSettled = performance.now()
    apply(stored)
  }

  async function keepLastGood(error: unknown): Promise<void> {
    // Not at every request.
    if (String(error) !== lastError) console.error(error)
    lastError = String(error)
    const fault = faultOf(error)
    const refusal = refusalOf(error, fault)
    if (refusal) report({ type: 'state-refused', name, ...refusal })
    const kept = inUse ?? (await storedState(source))
    if (kept) apply(withoutVersions(kept, error instanceof StateRefused ? error.withdrawn : []))
    else if (error instanceof StateRefused || isAbsent(fault)) setState({ status: 'ready', remote: undefined })
    else setState({ status: 'failed', fault })
  }

  /** Why an event blames the store; undefined for a fault of the network and for a remote that was never released. */
  function refusalOf(error: unknown, fault: Fault) {
    if (error instanceof StateRefused) return { reason: error.message, rule: error.rule, keyId: error.keyId }
    const reason = String(error)
    if (fault.kind === 'sign-in-page') return { reason, rule: 'format' }
    return isAbsent(fault) && seen() ? { reason, rule: 'absent' } : undefined
  }

  function apply(state: AcceptedState): void {
    if (state === inUse) return
    inUse = state
    setState({ status: 'ready', remote: state.remote })
  }

  return {
    facts: () => inUse && { name, epoch: inUse.epoch, n: inUse.n, confirmedAt },
    isFresh: (maxAgeMs = FRESH_MS) => performance.now() - lastSettled < maxAgeMs,
    refetch: sharedRun(fetchOnce),
  }
}

/** Whether a store has no such file: without permission to list, S3 says 403. */
function isAbsent(fault: Fault): boolean {
  return fault.kind === 'refused' && (fault.status === 404 || fault.status === 403)
}

/** A state without the releases that a refused one has withdrawn. */
function withoutVersions(state: AcceptedState, withdrawn: readonly string[]): AcceptedState {
  const { remote } = state
  const releases = remote ? [remote.live, ...remote.previous] : []
  const left = releases.filter(({ version }) => !withdrawn.includes(version))
  if (!remote || left.length === releases.length) return state
  const [live, ...previous] = left
  return { ...state, remote: live && { ...remote, live, previous } }
}
