import type { Read } from 'shared-auth/early-calls'

/** A shell that stores it in another shape takes another number. */
const STORAGE_KEY = 'canje.start.1'

/** What the next page of a session starts with, before it has a configuration and a registry: as this one had them. */
export interface StoredStart {
  /** The session's identity. Its token is sent to no address that another session, or whoever had it, left behind. */
  session: string
  /** Base addresses, each with one trailing slash; and that of the registry. */
  securityUrl: string
  apiUrl: string
  /** Missing where an earlier shell stored it. */
  registryUrl?: string | undefined
  /** The address of a file of the host's own code. Missing where an earlier shell stored it, and in development. */
  hostFile?: string | undefined
  /** In the order of the registry; an address that names none opens the first (D18). */
  tabs: StoredTab[]
}

interface StoredTab {
  id: string
  /** The calls that the tab makes when it opens. */
  reads: Read[]
  /** The addresses of its entry and of what that will ask for. */
  files: string[]
}

export function storeStart(start: StoredStart): void {
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify(start))
  } catch (error) {
    console.warn('What the next page starts with cannot be stored.', error)
  }
}

/** @returns null when nothing is stored for this session, or nothing that can be read */
export function startOf(session: string | null): StoredStart | null {
  try {
    const start: StoredStart | null = JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null')
    return start?.session === session ? start : null
  } catch {
    return null
  }
}

export function forgetStart(): void {
  localStorage.removeItem(STORAGE_KEY)
}
