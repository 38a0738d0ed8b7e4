import type { SignedRegistryParts } from '@canje/registry'
import { fetchRegistry } from '../../fetch-registry'
import { type RemotesStore, serialInUse } from '../store'
import type { Report } from '../telemetry/event'
import { highestSerials, storeHighestSerials } from './highest-serials'
import { type StoredRegistry, storedRegistry, storeRegistry, withLastGoodRemotes } from './last-known-good'
import { RegistryRefused, type RegistrySource, type TrustedRegistry, verifyResponse } from './verify'

/** Delay before the last known good registry is used instead. */
const SLOW_MS = 1000

/** A response of this age is still fresh. */
const FRESH_MS = 2000

export interface RegistryClient {
  /** Fetches the registry again; never rejects, and never fetches twice at once. */
  refetch(): Promise<void>
  /** Like `refetch`, unless a request succeeded, failed or proved slow in the last 2 s. */
  refetchUnlessFresh(): Promise<void> | undefined
  /** Fetches the registry again after a failure. The store returns to `loading`. */
  retry(): void
  /** Like `retry`, if the registry failed more than 2 s ago. */
  retryUnlessFresh(): void
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
  let lastError = ''
  // Not an empty string: an empty response must be rejected.
  let lastAccepted: string | undefined
  /** When the stamp of that response expires. */
  let expiresMs = Number.POSITIVE_INFINITY
  /** Refused remotes and stamps, which are reported once. */
  const reported = new Set<string>()

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
      if (body !== lastAccepted || Date.now() >= expiresMs) await accept(body)
      lastAccepted = body
      lastSettled = performance.now()
      lastError = ''
    } catch (error) {
      reportOnce(error)
      await applyLastGood()
      if (store.getState().registry.status !== 'ready')
        store.dispatch({ type: 'registry', registry: { status: 'failed' } })
    }
  }

  async function accept(body: string): Promise<void> {
    const { registryUrl, authority } = source
    const registry = await verifyResponse(body, source, {
      serials: highestSerials(authority?.storeId),
      lastGood: async () => (await storedRegistry(source))?.signed,
    })
    if (registry.signed) return acceptSigned(registry, registry.signed)
    const stored = await storedRegistry(source, registry)
    assertCurrent(registry, stored)
    const { serial, findings } = registry
    if (findings.length > 0 && serial !== serialInUse(store.getState())) {
      const reason = `The registry at ${registryUrl} contains invalid releases. Release them again. ${findings.join('; ')}`
      report({ type: 'releases-refused', reason })
    }
    storeRegistry(source, registry, stored)
    apply({ serial, remotes: withLastGoodRemotes(registry, stored) })
  }

  /** Each refused remote has its last known good entry already. */
  function acceptSigned(
    registry: TrustedRegistry,
    { json, findings, serials, stampFault, ...signed }: SignedRegistryParts,
  ): void {
    for (const finding of findings)
      reportNew('releases-refused', `The registry at ${source.registryUrl} is refused in part. ${finding}.`)
    if (stampFault) reportNew('stamp-refused', stampFault)
    expiresMs = signed.expiresMs
    storeHighestSerials(json.storeId, serials)
    storeRegistry(source, { ...registry, findings: [] }, undefined)
    apply(registry)
  }

  function reportNew(type: 'releases-refused' | 'stamp-refused', reason: string): void {
    if (!reported.has(reason)) report({ type, reason })
    reported.add(reason)
  }

  async function applyLastGood(): Promise<void> {
    const stored = await storedRegistry(source)
    lastSettled = performance.now()
    if (stored && store.getState().registry.status !== 'ready') apply(stored)
  }

  function apply({ serial, remotes }: Pick<TrustedRegistry, 'serial' | 'remotes'>): void {
    if (serial !== serialInUse(store.getState()))
      store.dispatch({ type: 'registry', registry: { status: 'ready', serial, remotes } })
  }

  /** Prevents a replay of an old registry, whose signature is valid too. */
  function assertCurrent({ serial }: TrustedRegistry, stored: StoredRegistry | undefined): void {
    const seen = Math.max(serialInUse(store.getState()), stored?.highestSerial ?? 0)
    if (serial >= seen) return
    throw new RegistryRefused(
      `The registry at ${source.registryUrl} is refused. Its serial ${serial} is older than ${seen}.`,
    )
  }

  /** Reports a repeated error once, not at every request. */
  function reportOnce(error: unknown): void {
    if (String(error) === lastError) return
    lastError = String(error)
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

  const slow = setTimeout(applyLastGood, SLOW_MS)
  refetch().finally(() => clearTimeout(slow))
  return client
}
