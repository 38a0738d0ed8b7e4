import { faultOf } from '@canje/shared-auth/fault'
import { fetchRegistry } from '../../fetch-file'
import type { RemotesStore } from '../store'
import type { Report } from '../telemetry/event'
import { storedRegistry, storedSerials, storeRegistry, withLastGood } from './last-known-good'
import { RegistryRefused, type RegistrySource, type SeenSerials, type TrustedRegistry, verifyResponse } from './verify'

/** Delay before the last known good registry is used instead (D46, a slow release is slow). */
const SLOW_MS = 5000

/** A response of this age is still fresh. */
const FRESH_MS = 2000

/** What is known about the registry in use. */
export interface RegistryFacts {
  /** By remote; '*' is that of a registry that one key signs as a whole. */
  serials: TrustedRegistry['serials']
  /** When the server last confirmed it, in milliseconds since the epoch; undefined for one from storage. */
  confirmedAt: number | undefined
}

export interface RegistryClient {
  /** Undefined until a registry is in use. */
  facts(): RegistryFacts | undefined
  /** Fetches the registry again; never rejects, and never fetches twice at once. */
  refetch(): Promise<void>
  /** Like `refetch`, unless a request succeeded, failed or proved slow in the last 2 s. */
  refetchUnlessFresh(): Promise<void> | undefined
  /** Fetches the registry again after a failure. The store returns to `loading`. */
  retry(): void
}

interface RegistryClientOptions {
  store: RemotesStore
  source: RegistrySource
  /** Body of a request that is already under way. */
  firstResponse?: Promise<string> | undefined
  report: Report
}

/** Creates the client and fetches the registry. The store holds its status. */
export function createRegistryClient({ store, source, firstResponse, report }: RegistryClientOptions): RegistryClient {
  let first = firstResponse
  let running: Promise<void> | undefined
  /** When a request last succeeded, failed or proved slow, as `performance.now()` in milliseconds. */
  let lastSettled = Number.NEGATIVE_INFINITY
  let lastError: string | undefined
  let inUse: TrustedRegistry | undefined
  let confirmedAt: number | undefined
  /** For a browser without storage. */
  let accepted: SeenSerials = {}
  // Not an empty string: an empty response must be rejected.
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
      // The registry rarely changes, and verification would delay the tab that opens.
      if (body !== lastAccepted) await accept(body)
      lastAccepted = body
      confirmedAt = Date.now()
      lastSettled = performance.now()
      const stamp = inUse?.stampFinding(Date.now())
      if (stamp) report({ type: 'stamp-refused', ...stamp })
    } catch (error) {
      // Not at every request.
      if (String(error) !== lastError) console.error(error)
      lastError = String(error)
      if (error instanceof RegistryRefused) report({ type: 'registry-refused', reason: error.message })
      await applyLastGood()
      if (store.getState().registry.status !== 'ready')
        store.dispatch({ type: 'registry', registry: { status: 'failed', fault: faultOf(error) } })
    }
  }

  async function accept(body: string): Promise<void> {
    const seen = { ...accepted, ...storedSerials() }
    const registry = await verifyResponse(body, source, seen)
    const { store: id, serials, findings } = registry
    for (const finding of findings) report({ type: 'releases-refused', ...finding })
    const stored = findings.length > 0 ? await storedRegistry(source) : undefined
    const complete = [stored, inUse].reduce<TrustedRegistry>(withLastGood, registry)
    if (complete.remotes.length === 0)
      throw new RegistryRefused(`The registry at ${source.registryUrl} is refused. It lists no usable remote.`)
    accepted = { ...seen, [id]: { ...seen[id], ...serials } }
    // One signature covers a registry of schema 2, which is therefore stored as a whole.
    storeRegistry(source, { ...complete, json: registry.json && (stored?.json ?? registry.json) }, accepted)
    apply(complete)
  }

  async function applyLastGood(): Promise<void> {
    const stored = await storedRegistry(source)
    lastSettled = performance.now()
    if (stored && store.getState().registry.status !== 'ready') apply(stored)
  }

  function apply(registry: TrustedRegistry): void {
    inUse = registry
    store.dispatch({ type: 'registry', registry: { status: 'ready', remotes: registry.remotes } })
  }

  const isFresh = () => performance.now() - lastSettled < FRESH_MS

  const client: RegistryClient = {
    facts: () => inUse && { serials: inUse.serials, confirmedAt },
    refetch,
    refetchUnlessFresh: () => (isFresh() ? undefined : client.refetch()),
    retry: () => {
      store.dispatch({ type: 'registry', registry: { status: 'loading' } })
      client.refetch()
    },
  }

  const slow = setTimeout(applyLastGood, SLOW_MS)
  refetch().finally(() => clearTimeout(slow))
  return client
}
