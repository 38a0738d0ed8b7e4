import { parseRegistry, type RegisteredRemote } from 'registry'
import { create } from 'zustand'

type RegistryState =
  | { status: 'loading' }
  | { status: 'ready'; remotes: RegisteredRemote[]; reread: () => Promise<void> }
  | { status: 'failed'; retry: () => void }

/** The released remotes, as the registry names them at run time. */
export const useRegistry = create<RegistryState>()(() => ({ status: 'loading' }))

const TIMEOUT_MS = 10_000

/**
 * Begins to fetch the registry; `useRegistry` tells how it goes.
 *
 * @param registryUrl absolute address of the registry
 */
export function startRegistry(registryUrl: string): void {
  useRegistry.setState({ status: 'loading' }, true)
  readRegistry(registryUrl).catch((error: unknown) => {
    console.error(error)
    useRegistry.setState({ status: 'failed', retry: () => startRegistry(registryUrl) }, true)
  })
}

/**
 * Asks the registry again: what did not load may have been released anew.
 *
 * @returns the remote as the registry last named it, or as it was given when it names it no more
 */
export async function reread(remote: RegisteredRemote): Promise<RegisteredRemote> {
  const state = useRegistry.getState()
  if (state.status !== 'ready') return remote
  await state.reread().catch(console.error)
  const now = useRegistry.getState()
  return (now.status === 'ready' && now.remotes.find(({ name }) => name === remote.name)) || remote
}

async function readRegistry(registryUrl: string): Promise<void> {
  const remotes = await fetchRegistry(registryUrl)
  useRegistry.setState({ status: 'ready', remotes, reread: () => readRegistry(registryUrl) }, true)
}

async function fetchRegistry(registryUrl: string): Promise<RegisteredRemote[]> {
  const response = await fetch(registryUrl, { cache: 'no-cache', signal: AbortSignal.timeout(TIMEOUT_MS) })
  if (!response.ok) throw new Error(`The registry at ${registryUrl} answered ${response.status}.`)
  const { remotes, findings } = parseRegistry(await response.json(), registryUrl)
  if (findings.length > 0) {
    console.warn(
      `The registry at ${registryUrl} has remotes that are left out; release them anew. ${findings.join('; ')}`,
    )
  }
  return remotes
}
