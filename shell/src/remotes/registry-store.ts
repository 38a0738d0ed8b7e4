import type { RegisteredRemote } from 'registry'
import { create } from 'zustand'
import { forgetFailures } from './failed-releases'
import { withKeptRemotes } from './kept-remotes'
import { rereadPreview, usePreview, withPreview } from './preview'
import { fetchRegistry, RegistryRefused, type RegistrySource, type TrustedRegistry } from './registry-source'
import { report } from './report'
import { storedRegistry, storeRegistry } from './stored-registry'

type RegistryState = {
  /** Asks the registry again; never fails, and never asks twice at once. */
  reread: () => Promise<void>
} & ({ status: 'loading' } | { status: 'ready'; serial: number; remotes: RegisteredRemote[] } | { status: 'failed' })

/** The released remotes, as the registry names them at run time. */
export const useRegistry = create<RegistryState>()(() => ({ status: 'loading', reread: async () => undefined }))

/** How long a stored registry waits for the registry itself. */
const STORED_AFTER_MS = 1000

/** Begins to fetch the registry; `useRegistry` tells how it goes. */
export function startRegistry(source: RegistrySource): void {
  const reread = oneAtATime(readerOf(source))
  useRegistry.setState({ status: 'loading', reread }, true)
  const slow = setTimeout(() => fallBackToStored(source), STORED_AFTER_MS)
  reread().finally(() => clearTimeout(slow))
}

/**
 * Asks the registry and a preview again: what did not load may have been released or built anew.
 * What answers later counts the next time.
 *
 * @param patience how long to wait for them, in milliseconds
 * @returns the remote as it is by now, or as it was given when it is named no more
 */
export async function reread(remote: RegisteredRemote, patience = 1000): Promise<RegisteredRemote> {
  await withinTimeLimit(Promise.all([useRegistry.getState().reread(), rereadPreview()]), patience)
  const now = useRegistry.getState()
  const remotes = now.status === 'ready' ? withPreview(now.remotes, usePreview.getState()) : []
  return remotes.find(({ name }) => name === remote.name) ?? remote
}

function withinTimeLimit(reading: Promise<unknown>, limit: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, limit)
    reading.then(() => resolve(), reject).finally(() => clearTimeout(timer))
  })
}

function readerOf(source: RegistrySource): () => Promise<void> {
  let problem = ''
  return async () => {
    try {
      await readRegistry(source)
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

async function readRegistry(source: RegistrySource): Promise<void> {
  const registry = await fetchRegistry(source)
  const stored = await storedRegistry(source)
  requireCurrent(registry, stored, source)
  if (registry.findings.length > 0 && registry.serial !== serialInUse()) {
    console.warn(
      `The registry at ${source.registryUrl} has remotes that are left out; release them anew. ${registry.findings.join('; ')}`,
    )
  }
  storeRegistry(source, registry, stored)
  show({ serial: registry.serial, remotes: withKeptRemotes(registry, stored) })
}

async function fallBackToStored(source: RegistrySource): Promise<void> {
  const stored = await storedRegistry(source)
  if (stored && useRegistry.getState().status !== 'ready') show(stored)
}

function show({ serial, remotes }: Pick<TrustedRegistry, 'serial' | 'remotes'>): void {
  if (serial === serialInUse()) return
  for (const remote of remotes) if (remote.live.build !== liveBuildOf(remote.name)) forgetFailures(remote)
  useRegistry.setState({ status: 'ready', serial, remotes })
}

function liveBuildOf(remote: string): string | undefined {
  const state = useRegistry.getState()
  return state.status === 'ready' ? state.remotes.find(({ name }) => name === remote)?.live.build : undefined
}

/** An old registry is genuine too: without this check, whoever answers in its place could bring an old release back. */
function requireCurrent(
  { serial }: TrustedRegistry,
  stored: TrustedRegistry | undefined,
  { registryUrl }: RegistrySource,
): void {
  const seen = Math.max(serialInUse(), stored?.serial ?? 0)
  if (serial >= seen) return
  throw new RegistryRefused(`The registry at ${registryUrl} is refused. Its serial ${serial} is older than ${seen}.`)
}

function serialInUse(): number {
  const state = useRegistry.getState()
  return state.status === 'ready' ? state.serial : 0
}

function complain(error: unknown): void {
  console.error(error)
  if (error instanceof RegistryRefused) report({ type: 'registry-refused', reason: error.message })
}

function oneAtATime(action: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | undefined
  return () => {
    running ??= action().finally(() => {
      running = undefined
    })
    return running
  }
}
