import { listingOf } from '@canje/registry'
import type { RemotesStore } from '../store'
import type { Report } from '../telemetry/event'
import { createStateClient, type StateClient, type StateFacts } from './state-client'

/** The state of a remote that is requested in parallel with the code that verifies it. */
export interface FirstState {
  /** The remote. */
  name: string
  /** The body of the response. */
  response: Promise<string>
}

/** Fetches the states of listed remotes, each when it is needed. Nothing rejects. */
export interface States {
  /** What is known about the states in use. */
  facts(): StateFacts[]
  /** Fetches the state of a remote again. */
  refetch(name: string): Promise<void>
  /** Like `refetch`, unless a request succeeded, failed or proved slow in the last 2 s. */
  refetchUnlessFresh(name: string): Promise<void> | undefined
  /** Fetches the state of a remote that the page does not know yet. */
  need(name: string): Promise<void>
  /** Fetches the state of a remote again, which is unknown until then if it has failed. */
  retry(name: string): void
  /** Fetches and verifies the states of the page again whose keys or epoch a new menu has changed. */
  verifyAgain(): Promise<void>
}

interface StatesOptions {
  store: RemotesStore
  /** Absolute base URL of the release store. */
  storeUrl: string
  first?: FirstState | undefined
  report: Report
}

/** Creates the states of a page, and fetches none. */
export function createStates({ store, storeUrl, first, report }: StatesOptions): States {
  const clients = new Map<string, StateClient>()
  const isListed = (name: string) => listingOf(store.getState().authority, name) !== undefined

  /** @returns undefined for a remote that only a preview lists */
  function clientOf(name: string): StateClient | undefined {
    const known = clients.get(name)
    if (known || !isListed(name)) return known
    const firstResponse = first?.name === name ? first.response : undefined
    const client = createStateClient({ store, storeUrl, name, firstResponse, report })
    clients.set(name, client)
    return client
  }

  const states: States = {
    facts: () => [...clients.values()].flatMap((client) => client.facts() ?? []),
    refetch: async (name) => clientOf(name)?.refetch(),
    refetchUnlessFresh: (name) => (clientOf(name)?.isFresh() ? undefined : states.refetch(name)),
    need: async (name) => {
      if (store.getState().states[name]?.status !== 'ready') await states.refetchUnlessFresh(name)
    },
    retry: (name) => {
      if (store.getState().states[name]?.status === 'failed') store.dispatch({ type: 'state', name, state: undefined })
      states.refetch(name)
    },
    verifyAgain: async () => {
      for (const name of clients.keys()) if (!isListed(name)) clients.delete(name)
      await Promise.all([...clients.values()].map((client) => client.verifyAgain()))
    },
  }
  return states
}
