import {
  type AcceptedState,
  findingsOf,
  listingOf,
  MAX_LENGTH,
  readState,
  SeenState,
  StateRefused,
  type StateSource,
} from '@canje/registry'
import * as v from 'valibot'
import { keep, readKept } from '../local-storage'

const StateText = v.pipe(v.string(), v.maxLength(MAX_LENGTH), v.parseJson())

/**
 * Verifies the text of a state.
 *
 * @throws StateRefused
 */
export async function verifyState(text: string, source: StateSource): Promise<AcceptedState> {
  const json = v.safeParse(StateText, text)
  if (!json.success) throw new StateRefused('format', findingsOf(source.name, json.issues).join('; '))
  return readState(json.output, source)
}

/** What this browser keeps of a remote. */
const Kept = v.object({
  /** The newest state that was accepted. */
  seen: v.optional(SeenState),
  /** The text of that state, unless the storage was full. */
  text: v.optional(v.string()),
  /** The versions that refused states have withdrawn. They stay so, as a later state may not name them. */
  withdrawn: v.array(v.string()),
})
type Kept = v.InferOutput<typeof Kept>

/**
 * Reads the last state that this browser has accepted, with its releases. The storage is not trusted, so it is verified like
 * a response.
 *
 * @returns undefined when none of the store, remote and epoch is stored, or the storage was too full
 */
export async function storedState(source: StateSource): Promise<AcceptedState | undefined> {
  const { seen, text } = keptOf(source)
  return text === undefined ? undefined : verifyState(text, { ...source, seen }).catch(() => undefined)
}

/** Stores an accepted state, unless another window has accepted a newer one since. */
export function storeState(source: StateSource, text: string, { n, hash }: SeenState): void {
  const kept = keptOf(source)
  if ((kept.seen?.n ?? 0) <= n) store(source, { ...kept, seen: { n, hash }, text })
}

/** Stores versions that a refused state of a signer has withdrawn. */
export function storeWithdrawn(source: StateSource, versions: readonly string[]): void {
  const kept = keptOf(source)
  const withdrawn = [...new Set([...kept.withdrawn, ...versions])]
  if (versions.length > 0) store(source, { ...kept, withdrawn })
}

/** Reads what this browser keeps of a remote. Another store or epoch has an item of its own. */
export function keptOf(source: StateSource): Kept {
  return readKept(keyOf(source), Kept) ?? { withdrawn: [] }
}

/** In a storage that is full, without the text: then no older state is used. */
function store(source: StateSource, kept: Kept): void {
  const key = keyOf(source)
  if (!keep(key, kept)) keep(key, { ...kept, text: undefined })
}

function keyOf({ authority, name }: StateSource): string {
  return `canje.state/${authority.storeId}/${name}/${listingOf(authority, name)?.epoch ?? 1}`
}
