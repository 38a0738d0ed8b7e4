import {
  type AcceptedState,
  type Authority,
  excerpt,
  listingOf,
  MAX_LENGTH,
  readState,
  SeenState,
  StateRefused,
} from '@canje/registry'
import * as v from 'valibot'

/** A remote, and where its states come from. */
export interface StateSource {
  /** Absolute base URL of the release store. */
  storeUrl: string
  authority: Authority
  name: string
}

/**
 * Verifies the text of a state.
 *
 * @param seen the newest state that was accepted; without one, any age is accepted
 * @throws StateRefused
 */
export async function verifyState(text: string, source: StateSource, seen?: SeenState): Promise<AcceptedState> {
  const { name } = source
  if (text.length > MAX_LENGTH)
    throw new StateRefused('format', `${name} has a state of more than ${MAX_LENGTH} characters`)
  return readState(parse(text, name), { ...source, seen })
}

function parse(text: string, name: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new StateRefused('format', `${name} has a state that is not JSON: ${excerpt(String(cause))}`)
  }
}

/**
 * Reads the last state that this browser has accepted, with its releases. The storage is not trusted, so it is verified like
 * a response.
 *
 * @returns undefined when none of the store, remote and epoch is stored
 */
export async function storedState(source: StateSource): Promise<AcceptedState | undefined> {
  const text = readText(itemOf('state', source))
  return text === null ? undefined : verifyState(text, source).catch(() => undefined)
}

/** Reads what this browser has last accepted. An item of its own, so that a browser with a damaged state rejects an older one. */
export function storedSeen(source: StateSource): SeenState | undefined {
  try {
    return v.parse(SeenState, JSON.parse(readText(itemOf('seen', source)) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Stores an accepted state, unless another window has accepted a newer one since. */
export function storeState(source: StateSource, text: string, { n, hash }: SeenState): void {
  if ((storedSeen(source)?.n ?? 0) > n) return
  try {
    localStorage.setItem(itemOf('seen', source), JSON.stringify({ n, hash }))
    localStorage.setItem(itemOf('state', source), text)
  } catch (error) {
    console.warn(`The state of ${source.name} could not be stored as a fallback.`, error)
  }
}

/** The key of an item; another store or epoch begins anew. */
function itemOf(kind: 'seen' | 'state', { authority, name }: StateSource): string {
  return `canje.${kind}/${authority.storeId}/${name}/${epochOf(authority, name)}`
}

/** The epoch of a remote whose states a page accepts. */
export function epochOf(authority: Authority, name: string): number | undefined {
  return listingOf(authority, name)?.epoch
}

/** Browsers may deny the storage. */
function readText(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}
