import { fetchRegistry } from './fetch-registry'
import { withKeptRemotes } from './kept-remotes'
import { oneAtATime } from './one-at-a-time'
import { RegistryRefused, type RegistrySource, readAnswer, type TrustedRegistry } from './registry-source'
import { serialInUse, showRegistry, useRegistry } from './registry-store'
import { report } from './report'
import { type StoredRegistry, storedRegistry, storeRegistry } from './stored-registry'

/** How long a stored registry waits for the registry itself. */
const STORED_AFTER_MS = 1000

let address: string | undefined

/** When the registry was last read or given up, in milliseconds since the page began. */
let lastAsked = Number.NEGATIVE_INFINITY

/**
 * Begins to read the registry; `useRegistry` tells how it goes.
 *
 * @param first what it answers, where it has been asked already
 */
export function startRegistry(source: RegistrySource, first = fetchRegistry(source.registryUrl)): void {
  address = source.registryUrl
  const reread = oneAtATime(readerOf(source, first))
  useRegistry.setState({ status: 'loading', reread }, true)
  const slow = setTimeout(() => fallBackToStored(source), STORED_AFTER_MS)
  reread().finally(() => clearTimeout(slow))
}

/** Where the registry is; undefined before it is asked for. */
export function registryAddress(): string | undefined {
  return address
}

/** Whether the registry has been read, or has had its time to answer, in the last so many milliseconds. */
export function wasAskedWithin(limit: number): boolean {
  return performance.now() - lastAsked < limit
}

function readerOf(source: RegistrySource, first: Promise<string>): () => Promise<void> {
  let early: Promise<string> | undefined = first
  let problem = ''
  // Not a text: an empty response is a bad registry like any other.
  let lastTaken: string | undefined
  return async () => {
    const asked = early ?? fetchRegistry(source.registryUrl)
    early = undefined
    try {
      const answer = await asked
      // Nearly always nothing has changed; verifying that again would hold up the tab that opens.
      if (answer !== lastTaken) await takeOver(answer, source)
      lastTaken = answer
      lastAsked = performance.now()
      problem = ''
    } catch (error) {
      // A registry that stays bad is said once, not every minute.
      if (String(error) !== problem) complain(error)
      problem = String(error)
      await fallBackToStored(source)
      if (useRegistry.getState().status !== 'ready') useRegistry.setState({ status: 'failed' })
    }
  }
}

async function takeOver(answer: string, source: RegistrySource): Promise<void> {
  const registry = await readAnswer(answer, source)
  const stored = await storedRegistry(source, registry)
  requireCurrent(registry, stored, source)
  if (registry.findings.length > 0 && registry.serial !== serialInUse()) {
    const reason = `The registry at ${source.registryUrl} has releases that cannot be used; release them anew. ${registry.findings.join('; ')}`
    report({ type: 'releases-refused', reason })
  }
  storeRegistry(source, registry, stored)
  showRegistry({ serial: registry.serial, remotes: withKeptRemotes(registry, stored) })
}

async function fallBackToStored(source: RegistrySource): Promise<void> {
  const stored = await storedRegistry(source)
  lastAsked = performance.now()
  if (stored && useRegistry.getState().status !== 'ready') showRegistry(stored)
}

/** An old registry is genuine too: without this check, whoever answers in its place could bring an old release back. */
function requireCurrent(
  { serial }: TrustedRegistry,
  stored: StoredRegistry | undefined,
  { registryUrl }: RegistrySource,
): void {
  const seen = Math.max(serialInUse(), stored?.highestSerial ?? 0)
  if (serial >= seen) return
  throw new RegistryRefused(`The registry at ${registryUrl} is refused. Its serial ${serial} is older than ${seen}.`)
}

function complain(error: unknown): void {
  console.error(error)
  if (error instanceof RegistryRefused) report({ type: 'registry-refused', reason: error.message })
}
