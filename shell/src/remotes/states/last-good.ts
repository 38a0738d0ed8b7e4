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
import { forget, keep, readKept } from '../local-storage'

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
 * @returns undefined when none of the store, remote and epoch is stored, or only one that a newer one has replaced
 */
export async function storedState(source: StateSource): Promise<AcceptedState | undefined> {
  const text = readKept(itemOf('state', source), v.string())
  return text === undefined ? undefined : verifyState(text, source, storedSeen(source)).catch(() => undefined)
}

/** Reads what this browser has last accepted. An item of its own, so that a browser with a damaged state rejects an older one. */
export function storedSeen(source: StateSource): SeenState | undefined {
  return readKept(itemOf('seen', source), SeenState)
}

/** Stores an accepted state, unless another window has accepted a newer one since. */
export function storeState(source: StateSource, text: string, { n, hash }: SeenState): void {
  if ((storedSeen(source)?.n ?? 0) > n) return
  keep(itemOf('seen', source), { n, hash })
  keep(itemOf('state', source), text)
  // A state of a former epoch is never accepted again.
  for (const kind of KINDS) forget(itemOf(kind, source, -1))
}

const Versions = v.array(v.string())

/** Reads the versions that refused states have withdrawn. They stay so, as a later state may not name them. */
export function storedWithdrawn(source: StateSource): readonly string[] {
  return readKept(itemOf('withdrawn', source), Versions) ?? []
}

/** Stores versions that a refused state of a signer has withdrawn. */
export function storeWithdrawn(source: StateSource, versions: readonly string[]): void {
  if (versions.length > 0) keep(itemOf('withdrawn', source), [...new Set([...storedWithdrawn(source), ...versions])])
}

const KINDS = ['seen', 'state', 'withdrawn'] as const

/** The key of an item; another store or epoch begins anew. */
function itemOf(kind: (typeof KINDS)[number], { authority, name }: StateSource, epochs = 0): string {
  return `canje.${kind}/${authority.storeId}/${name}/${(listingOf(authority, name)?.epoch ?? 1) + epochs}`
}
