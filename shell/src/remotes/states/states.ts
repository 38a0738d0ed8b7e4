import type { RemoteState } from '../preview-state'
import type { RemotesStore } from '../store'
import type { Report } from '../telemetry/event'
import { trustIn } from '../trust'
import { createStateClient, type StateClient } from './state-client'

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
