import {
  type Authority,
  MAX_LENGTH,
  type ParsedRegistry,
  parseRegistry,
  registryUrl,
  type Serials,
} from '@canje/registry'
import { faultOf } from '@canje/shared-auth/fault'
import { fetchRegistry } from '../../fetch-file'
import { sharedRun } from '../shared-run'
import type { RemotesStore } from '../store'
import type { Report } from '../telemetry/event'
import { type SeenSerials, storedRegistry, storedSerials, storeRegistry, withLastGood } from './last-known-good'

/** Delay before the last known good registry is used instead (D46, a slow release is slow). */
const SLOW_MS = 5000

/** A response of this age is still fresh. */
const FRESH_MS = 2000

/** What is known about the registry in use. */
export interface RegistryFacts {
  /** By remote. */
  serials: Serials
  /** When the server last confirmed it, in milliseconds since the epoch; undefined for one from storage. */
  confirmedAt: number | undefined
}

export interface RegistryClient {
  /** Undefined until a registry is in use. */
  facts(): RegistryFacts | undefined
  /** Fetches the registry again; never rejects, and never fetches twice at once. */
  refetch(): Promise<void>
  /** Like `refetch`, unless a request succeeded, failed or proved slow in this time in milliseconds, by default 2 s. */
  refetchUnlessFresh(maxAgeMs?: number): Promise<void> | undefined
  /** Fetches the registry again. The store returns to `loading` after a failure. */
  retry(): void
  /** Fetches and verifies the registry again, or verifies the one in use, for another menu or other keys. */
  verifyAgain(): Promise<void>
}

interface RegistryClientOptions {
  store: RemotesStore
  /** Absolute base URL of the release store. */
  storeUrl: string
  /** Body of a request that is already under way. */
  firstResponse?: Promise<string> | undefined
  report: Report
}

/** A registry that is refused as a whole. */
class RegistryRefused extends Error {
  override name = 'RegistryRefused'
}

/** Creates the client and fetches the registry. The store holds its status. */
export function createRegistryClient(options: RegistryClientOptions): RegistryClient {
  const { store, storeUrl, firstResponse, report } = options
  let first = firstResponse
  /** When a request last succeeded, failed or proved slow, as `performance.now()` in milliseconds. */
  let lastSettled = Number.NEGATIVE_INFINITY
  let lastError: string | undefined
  let inUse: ParsedRegistry | undefined
  let confirmedAt: number | undefined
  /** For a browser without storage. */
  let accepted: SeenSerials = {}
  // Not an empty string: an empty response must be rejected.
  let lastAccepted: string | undefined
  let verifying = Promise.resolve()

  /** Verifies one at a time: the last one is for the newest menu and keys. */
  function inTurn(verify: () => Promise<void>): Promise<void> {
    const turn = verifying.then(verify)
    verifying = turn.catch(() => undefined)
    return turn
  }

  async function fetchOnce(): Promise<void> {
    const requested = first ?? fetchRegistry(registryUrl(storeUrl))
    first = undefined
    try {
      const body = await requested
      // The registry rarely changes, and verification would delay the tab that opens.
      if (body !== lastAccepted) await inTurn(() => accept(body))
      confirmedAt = Date.now()
      lastSettled = performance.now()
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
    const { authority } = store.getState()
    const { storeId } = authority
    const seen = { ...accepted, ...storedSerials() }
    const registry = await verify(body, storeUrl, authority, seen[storeId])
    const { serials, findings } = registry
    for (const finding of findings) report({ type: 'releases-refused', ...finding })
    const lastGood = inUse ?? (findings.length > 0 ? await storedRegistry(storeUrl, authority) : undefined)
    const complete = lastGood ? withLastGood(registry, lastGood) : registry
    accepted = { ...seen, [storeId]: { ...seen[storeId], ...serials } }
    storeRegistry(storeId, complete.entries, accepted)
    lastAccepted = body
    apply(complete)
  }

  async function applyLastGood(): Promise<void> {
    const stored = await storedRegistry(storeUrl, store.getState().authority)
    lastSettled = performance.now()
    if (stored && stored.remotes.length > 0 && store.getState().registry.status !== 'ready') apply(stored)
  }

  async function verifyAgain(): Promise<void> {
    // Keys may have signed it that are no longer trusted.
    inUse = undefined
    if (lastAccepted !== undefined) return accept(lastAccepted)
    const stored = await storedRegistry(storeUrl, store.getState().authority)
    if (stored && store.getState().registry.status === 'ready') apply(stored)
  }

  function apply(registry: ParsedRegistry): void {
    inUse = registry
    store.dispatch({ type: 'registry', registry: { status: 'ready', remotes: registry.remotes } })
  }

  const isFresh = (maxAgeMs: number) => performance.now() - lastSettled < maxAgeMs

  const client: RegistryClient = {
    facts: () => inUse && { serials: inUse.serials, confirmedAt },
    refetch: sharedRun(fetchOnce),
    refetchUnlessFresh: (maxAgeMs = FRESH_MS) => (isFresh(maxAgeMs) ? undefined : client.refetch()),
    retry: () => {
      if (store.getState().registry.status === 'failed')
        store.dispatch({ type: 'registry', registry: { status: 'loading' } })
      client.refetch()
    },
    verifyAgain: async () => {
      // The one in use may lack what the new keys have signed.
      await client.refetch()
      await inTurn(verifyAgain)
    },
  }

  const slow = setTimeout(applyLastGood, SLOW_MS)
  client.refetch().finally(() => clearTimeout(slow))
  return client
}

/** @throws RegistryRefused when a response is no registry of the store */
async function verify(body: string, storeUrl: string, authority: Authority, seen?: Serials): Promise<ParsedRegistry> {
  try {
    if (body.length > MAX_LENGTH) throw new Error(`It has more than ${MAX_LENGTH} characters.`)
    return await parseRegistry(JSON.parse(body), storeUrl, authority, seen)
  } catch (cause) {
    throw new RegistryRefused(`The registry at ${registryUrl(storeUrl)} is refused. ${cause}`, { cause })
  }
}
