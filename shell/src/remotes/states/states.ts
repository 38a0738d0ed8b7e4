import { type AcceptedState, type RegisteredRemote, StateRefused, type StateSource, stateUrl } from '@canje/registry'
import { type Fault, faultOf } from '@canje/shared-auth/fault'
import { fetchFile, textOf } from '../../fetch-file'
import type { RemoteState } from '../preview-state'
import { sharedRun } from '../shared-run'
import type { RemotesStore } from '../store'
import type { Report } from '../telemetry/event'
import { trustIn } from '../trust'
import { keptOf, storedState, storeState, storeWithdrawn, verifyState } from './last-good'

/** Delay before the last good state is used instead (D46, a slow release is slow). */
const SLOW_MS = 5000

const TIMEOUT_MS = 15_000

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

/** Fetches the states of listed remotes, each when it is needed. Nothing rejects. */
export type States = ReturnType<typeof createStates>

/**
 * Creates the states of a page, and fetches none.
 *
 * @param storeUrl absolute base URL of the release store
 */
export function createStates(store: RemotesStore, storeUrl: string, report: Report) {
  /** By remote, with what decides which states are accepted. */
  const clients = new Map<string, { trust: string; client: StateClient }>()

  /** Another one once keys or epoch have changed: nothing stays in use that was verified by others. */
  function clientOf(name: string): StateClient | undefined {
    const { authority } = store.getState()
    const trust = trustIn(authority, name)
    // A preview may list it.
    if (trust === undefined) {
      clients.delete(name)
      return undefined
    }
    const known = clients.get(name)
    if (known?.trust === trust) return known.client
    const setState = (state: RemoteState) => {
      if (clients.get(name)?.trust === trust) store.dispatch({ type: 'state', name, state })
    }
    const client = createStateClient({ storeUrl, authority, name }, setState, report)
    clients.set(name, { trust, client })
    return client
  }

  const states = {
    /** What is known about the states in use. */
    facts: () => [...clients.values()].flatMap(({ client }) => client.facts() ?? []),
    /** Fetches the state of a remote again. */
    refetch: async (name: string) => clientOf(name)?.refetch(),
    /** Like `refetch`, unless a request succeeded, failed or proved slow in the last 2 s. */
    refetchUnlessFresh: (name: string, maxAgeMs?: number) =>
      clientOf(name)?.isFresh(maxAgeMs) ? undefined : states.refetch(name),
    /** Fetches the state of a remote that the page does not know yet. */
    need: async (name: string) => {
      const isReady = () => store.getState().states[name]?.status === 'ready'
      if (!isReady()) await store.until(isReady, Promise.resolve(states.refetchUnlessFresh(name)))
    },
    /** Fetches and verifies the states of the page again whose keys or epoch a new menu has changed. */
    verifyAgain: async () => {
      const changed = [...clients].filter(([name, known]) => clientOf(name) !== known.client)
      await Promise.all(changed.map(([name]) => states.refetch(name)))
    },
  }
  return states
}

type StateClient = ReturnType<typeof createStateClient>

/** Creates the client of a listed remote, which fetches and verifies its states by its keys and epoch. */
function createStateClient(source: StateSource, setState: (state: RemoteState) => void, report: Report) {
  const { name, storeUrl } = source
  /** When a request last succeeded, failed or proved slow, as `performance.now()` in milliseconds. */
  let lastSettled = Number.NEGATIVE_INFINITY
  let lastError: string | undefined
  let inUse: AcceptedState | undefined
  let confirmedAt: number | undefined
  // Not an empty string: an empty response must be rejected.
  let lastAccepted: string | undefined

  /** The newest state that this page or another window has accepted. */
  function seen() {
    const stored = keptOf(source).seen
    return inUse && inUse.n >= (stored?.n ?? 0) ? inUse : stored
  }

  async function fetchOnce(): Promise<void> {
    const slow = setTimeout(showStored, SLOW_MS)
    try {
      const body = textOf(await fetchFile(stateUrl(storeUrl, name), 'no-cache', TIMEOUT_MS))
      // A state rarely changes, and verification would delay the tab that opens.
      if (body !== lastAccepted) await accept(body)
      confirmedAt = Date.now()
    } catch (error) {
      await keepLastGood(error)
    } finally {
      clearTimeout(slow)
      lastSettled = performance.now()
    }
  }

  async function accept(body: string): Promise<void> {
    const state = await verifyState(body, { ...source, seen: seen() })
    lastAccepted = body
    storeState(source, body, state)
    use(state)
  }

  async function showStored(): Promise<void> {
    const stored = inUse ? undefined : await storedState(source)
    // The response may have arrived meanwhile.
    if (!stored || inUse) return
    report({ type: 'state-slow', remote: name, reason: `The state of ${name} did not arrive in ${SLOW_MS / 1000} s` })
    lastSettled = performance.now()
    use(stored)
  }

  async function keepLastGood(error: unknown): Promise<void> {
    // Not at every request.
    if (String(error) !== lastError) console.error(error)
    lastError = String(error)
    const fault = faultOf(error)
    const refusal = refusalOf(error, fault)
    if (refusal) report({ type: 'state-refused', remote: name, ...refusal })
    if (error instanceof StateRefused) storeWithdrawn(source, error.withdrawn)
    const kept = inUse ?? (await storedState(source))
    if (kept) use(kept)
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

  function use(state: AcceptedState): void {
    inUse = state
    const withdrawn = [...state.withdrawn, ...keptOf(source).withdrawn]
    const remote = state.remote && withoutVersions(state.remote, withdrawn)
    setState({ status: 'ready', remote, candidate: state.candidate, withdrawn })
  }

  return {
    /** Undefined until a state is in use. */
    facts: (): StateFacts | undefined => inUse && { name, epoch: inUse.epoch, n: inUse.n, confirmedAt },
    /** Whether a request succeeded, failed or proved slow in the last 2 s. */
    isFresh: (maxAgeMs = FRESH_MS) => performance.now() - lastSettled < maxAgeMs,
    /** Fetches the state again; never rejects, and never fetches twice at once. */
    refetch: sharedRun(fetchOnce),
  }
}

/** Whether a store has no such file: without permission to list, S3 says 403. */
function isAbsent(fault: Fault): boolean {
  return fault.kind === 'refused' && (fault.status === 404 || fault.status === 403)
}

/** @returns undefined when no release is left */
function withoutVersions(remote: RegisteredRemote, versions: readonly string[]): RegisteredRemote | undefined {
  const [live, ...previous] = [remote.live, ...remote.previous].filter(({ version }) => !versions.includes(version))
  return live && { ...remote, live, previous }
}
