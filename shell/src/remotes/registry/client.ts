import { fetchRegistry } from '../../fetch-registry'
import { type RemotesStore, serialInUse } from '../store'
import type { Report } from '../telemetry'
import { type StoredRegistry, storedRegistry, storeRegistry, withLastGoodRemotes } from './last-known-good'
import { RegistryRefused, type RegistrySource, type TrustedRegistry, verifyResponse } from './verify'

/** How long the registry may take before the last good one is shown. */
const SLOW_MS = 1000

/** A response of this age still holds. */
const FRESH_MS = 2000

export interface RegistryClient {
  /** Fetches the registry again; never rejects, and never fetches twice at once. */
  refetch(): Promise<void>
  /** The same, unless the registry has responded, or has had its time to, in the last 2 s. */
  refetchUnlessFresh(): Promise<void> | undefined
  /** Fetches a registry again that failed; the skeleton takes the place of the failure meanwhile. */
  retry(): void
  /** The same, unless it failed in the last 2 s: it would fail again. */
  retryUnlessFresh(): void
}

interface RegistryClientOptions {
  store: RemotesStore
  source: RegistrySource
  /** The body of a first response, requested already. */
  firstResponse?: Promise<string> | undefined
  report: Report
}

/** Begins to fetch the registry. The store tells how that goes. */
export function createRegistryClient({ store, source, firstResponse, report }: RegistryClientOptions): RegistryClient {
  let first = firstResponse
  let running: Promise<void> | undefined
  /** When the registry last responded or was given up, in milliseconds since the page began. */
  let lastSettled = Number.NEGATIVE_INFINITY
  let lastProblem = ''
  // Undefined, not empty: an empty response is a bad registry like any other.
  let lastAccepted: string | undefined

  function refetch(): Promise<void> {
    running ??= fetchOnce().finally(() => {
      running = undefined
    })
    return running
  }

  async function fetchOnce(): Promise<void> {
    const requested = first ?? fetchRegistry(source.registryUrl)
    first = undefined
    try {
      const body = await requested
      // Nearly always nothing has changed; verifying that again would hold up the tab that opens.
      if (body !== lastAccepted) await accept(body)
      lastAccepted = body
      lastSettled = performance.now()
      lastProblem = ''
    } catch (error) {
      complain(error)
      await showLastGood()
      if (store.getState().registry.status !== 'ready')
        store.dispatch({ type: 'registry', registry: { status: 'failed' } })
    }
  }

  async function accept(body: string): Promise<void> {
    const registry = await verifyResponse(body, source)
    const stored = await storedRegistry(source, registry)
    assertCurrent(registry, stored)
    const { serial, findings } = registry
    if (findings.length > 0 && serial !== serialInUse(store.getState())) {
      const reason = `The registry at ${source.registryUrl} has releases that cannot be used; release them anew. ${findings.join('; ')}`
      report({ type: 'releases-refused', reason })
    }
    storeRegistry(source, registry, stored)
    show({ serial, remotes: withLastGoodRemotes(registry, stored) })
  }

  async function showLastGood(): Promise<void> {
    const stored = await storedRegistry(source)
    lastSettled = performance.now()
    if (stored && store.getState().registry.status !== 'ready') show(stored)
  }

  function show({ serial, remotes }: Pick<TrustedRegistry, 'serial' | 'remotes'>): void {
    if (serial !== serialInUse(store.getState()))
      store.dispatch({ type: 'registry', registry: { status: 'ready', serial, remotes } })
  }

  /** An old registry has a valid signature too: without this check, a replay could bring an old release back. */
  function assertCurrent({ serial }: TrustedRegistry, stored: StoredRegistry | undefined): void {
    const seen = Math.max(serialInUse(store.getState()), stored?.highestSerial ?? 0)
    if (serial >= seen) return
    throw new RegistryRefused(
      `The registry at ${source.registryUrl} is refused. Its serial ${serial} is older than ${seen}.`,
    )
  }

  /** A registry that stays bad is reported once, not every minute. */
  function complain(error: unknown): void {
    if (String(error) === lastProblem) return
    lastProblem = String(error)
    console.error(error)
    if (error instanceof RegistryRefused) report({ type: 'registry-refused', reason: error.message })
  }

  const isFresh = () => performance.now() - lastSettled < FRESH_MS

  const client: RegistryClient = {
    refetch,
    refetchUnlessFresh: () => (isFresh() ? undefined : client.refetch()),
    retry: () => {
      store.dispatch({ type: 'registry', registry: { status: 'loading' } })
      client.refetch()
    },
    retryUnlessFresh: () => {
      if (store.getState().registry.status === 'failed' && !isFresh()) client.retry()
    },
  }

  const slow = setTimeout(showLastGood, SLOW_MS)
  refetch().finally(() => clearTimeout(slow))
  return client
}
