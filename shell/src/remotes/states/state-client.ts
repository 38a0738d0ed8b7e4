import { type AcceptedState, keysFor, type SeenState, StateRefused, stateUrl } from '@canje/registry'
import { type Fault, faultOf } from '@canje/shared-auth/fault'
import { fetchState } from '../../fetch-file'
import { sharedRun } from '../shared-run'
import type { RemoteState, RemotesStore } from '../store'
import type { Report } from '../telemetry/event'
import { epochOf, type StateSource, storedSeen, storedState, storeState, verifyState } from './last-good'

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

/** Fetches and verifies the state of one remote; the store holds the result. */
export interface StateClient {
  /** Undefined until a state is in use. */
  facts(): StateFacts | undefined
  /** Whether a request succeeded, failed or proved slow in the last 2 s. */
  isFresh(): boolean
  /** Fetches the state again; never rejects, and never fetches twice at once. */
  refetch(): Promise<void>
  /** Fetches and verifies the state again if its keys or epoch have changed. */
  verifyAgain(): Promise<void>
}

interface StateClientOptions {
  store: RemotesStore
  storeUrl: string
  name: string
  /** Body of a request that is already under way. */
  firstResponse?: Promise<string> | undefined
  report: Report
}

/** Creates the client of a listed remote. */
export function createStateClient(options: StateClientOptions): StateClient {
  const { store, storeUrl, name, firstResponse, report } = options
  let first = firstResponse
  /** When a request last succeeded, failed or proved slow, as `performance.now()` in milliseconds. */
  let lastSettled = Number.NEGATIVE_INFINITY
  let lastError: string | undefined
  let inUse: AcceptedState | undefined
  let confirmedAt: number | undefined
  /** By epoch, for a browser without storage. */
  const accepted = new Map<number | undefined, SeenState>()
  // Not an empty string: an empty response must be rejected.
  let lastAccepted: string | undefined
  let verifying = Promise.resolve()
  let trust = trustIn()

  function source(): StateSource {
    return { storeUrl, name, authority: store.getState().authority }
  }

  /** What decides which states are accepted. */
  function trustIn(): string {
    const { authority } = source()
    return [epochOf(authority, name), ...keysFor(authority, name)].join(' ')
  }

  function seen(): SeenState | undefined {
    const [own, stored] = [accepted.get(epochOf(source().authority, name)), storedSeen(source())]
    return own && own.n >= (stored?.n ?? 0) ? own : stored
  }

  /** Verifies one at a time: the last one is for the newest keys. */
  function inTurn(verify: () => Promise<void>): Promise<void> {
    const turn = verifying.then(verify)
    verifying = turn.catch(() => undefined)
    return turn
  }

  async function fetchOnce(): Promise<void> {
    const slow = setTimeout(() => inTurn(showStoredIfSlow), SLOW_MS)
    try {
      const body = await (first ?? fetchState(stateUrl(storeUrl, name)))
      // A state rarely changes, and verification would delay the tab that opens.
      if (body !== lastAccepted || !inUse) await inTurn(() => accept(body))
      confirmedAt = Date.now()
    } catch (error) {
      await inTurn(() => keepLastGood(error))
    } finally {
      first = undefined
      clearTimeout(slow)
      lastSettled = performance.now()
    }
  }

  async function accept(body: string): Promise<void> {
    const from = source()
    const state = await verifyState(body, from, seen())
    const { keyId, findings, ...own } = state
    if (findings.length > 0) report({ type: 'releases-refused', name, keyId, reason: findings.join('; ') })
    accepted.set(own.epoch, { n: own.n, hash: own.hash })
    storeState(from, body, own)
    lastAccepted = body
    apply(state)
  }

  async function showStoredIfSlow(): Promise<void> {
    const stored = inUse ? undefined : await storedState(source())
    if (!stored) return
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
    const kept = inUse ?? (await storedState(source()))
    if (kept) apply(withoutVersions(kept, error instanceof StateRefused ? error.withdrawn : []))
    else if (error instanceof StateRefused || isAbsent(fault)) dispatch({ status: 'ready', remote: undefined })
    else dispatch({ status: 'failed', fault })
  }

  /** Why an event blames the store; undefined for a fault of the network and for a remote that was never released. */
  function refusalOf(error: unknown, fault: Fault) {
    if (error instanceof StateRefused) return { reason: error.message, rule: error.rule, keyId: error.keyId }
    const reason = String(error)
    if (fault.kind === 'sign-in-page') return { reason, rule: 'format' }
    return isAbsent(fault) && seen() ? { reason, rule: 'absent' } : undefined
  }

  async function verifyAgain(): Promise<void> {
    // Keys may have signed it that are no longer trusted.
    inUse = undefined
    const verified = lastAccepted === undefined ? showStored() : accept(lastAccepted)
    await verified.catch(keepLastGood)
  }

  async function showStored(): Promise<void> {
    const stored = await storedState(source())
    if (stored) apply(stored)
    else if (store.getState().states[name]?.status === 'ready') dispatch({ status: 'ready', remote: undefined })
  }

  function apply(state: AcceptedState): void {
    if (state === inUse) return
    inUse = state
    dispatch({ status: 'ready', remote: state.remote })
  }

  function dispatch(state: RemoteState): void {
    store.dispatch({ type: 'state', name, state })
  }

  const client: StateClient = {
    facts: () => inUse && { name, epoch: inUse.epoch, n: inUse.n, confirmedAt },
    isFresh: () => performance.now() - lastSettled < FRESH_MS,
    refetch: sharedRun(fetchOnce),
    verifyAgain: async () => {
      const before = trust
      trust = trustIn()
      if (trust === before) return
      // The one in use may lack what the new keys have signed.
      await client.refetch()
      await inTurn(verifyAgain)
    },
  }
  return client
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
