import type { RegisteredRemote } from 'registry'
import { remotesInUse, rereadPreview } from './preview'
import { useRegistry } from './registry-store'
import { wasAskedWithin } from './start-registry'
import { withinTimeLimit } from './time-limit'

/** How long a tab that opens waits for the registry: it may name a newer release by now. */
const OPENING_MS = 300

/** What the registry said so short a time ago still holds. */
const FRESH_MS = 2000

/** How long Reintentar waits: what did not load may have been released anew. */
const RETRY_MS = 1000

/** Asks the registry again, unless it was asked just now. */
export function rereadUnlessFresh(): Promise<void> | undefined {
  return wasAskedWithin(FRESH_MS) ? undefined : useRegistry.getState().reread()
}

/** Without tabs to stand in for, the failure gives way to the skeleton while the registry is asked again. */
export function retryRegistry(): void {
  useRegistry.setState({ status: 'loading' })
  useRegistry.getState().reread()
}

/** The tab that `/main` is entered with, and the reading made for it. */
let entry: { remote: string; reading: Promise<void> | undefined } | undefined

/** Asks the registry for the tab that `/main` is about to open, beside the guard: its opening need not wait for that. */
export function rereadForEntry({ name }: RegisteredRemote): void {
  entry = { remote: name, reading: rereadUnlessFresh() }
}

/** Asks again for a registry that failed while the login screen was there; what failed just now would fail again. */
export function retryOldFailure(): void {
  if (useRegistry.getState().status === 'failed' && !wasAskedWithin(FRESH_MS)) retryRegistry()
}

/**
 * Asks the registry and a preview again for a tab that opens, unless the registry was asked just now.
 * What answers late counts the next time.
 *
 * @returns the remote as it is by now, or as it was given when it is named no more
 */
export function remoteForOpening(remote: RegisteredRemote): Promise<RegisteredRemote> {
  const reading = entry?.remote === remote.name ? entry.reading : rereadUnlessFresh()
  entry = undefined
  return afterwards(remote, [reading, rereadPreview()], OPENING_MS)
}

/** The same for Reintentar, which always asks. */
export function remoteForRetry(remote: RegisteredRemote): Promise<RegisteredRemote> {
  return afterwards(remote, [useRegistry.getState().reread(), rereadPreview()], RETRY_MS)
}

async function afterwards(remote: RegisteredRemote, readings: (Promise<void> | undefined)[], limit: number) {
  await withinTimeLimit(Promise.all(readings), limit, 'slow').catch(() => undefined)
  return remotesInUse().find(({ name }) => name === remote.name) ?? remote
}
