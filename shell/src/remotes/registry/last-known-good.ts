import {
  type Authority,
  type ListedEntry,
  type ParsedRegistry,
  parseRegistry,
  type RegisteredRemote,
  Serials,
} from '@canje/registry'
import * as v from 'valibot'

const REGISTRY_KEY = 'canje.registry'
/** An item of its own, so that a browser with a damaged registry rejects an older one. */
const SERIALS_KEY = 'canje.serials'

const StoredRegistry = v.object({
  /** The last known good registry. */
  json: v.unknown(),
})

/** The serials that this browser has accepted, by store. */
const SeenSerials = v.record(v.string(), Serials)
export type SeenSerials = v.InferOutput<typeof SeenSerials>

/**
 * Reads the last known good registry. The storage is not trusted, so the registry is verified like a response.
 *
 * @returns undefined when none of this store is stored
 */
export async function storedRegistry(storeUrl: string, authority: Authority): Promise<ParsedRegistry | undefined> {
  const stored = readItem(REGISTRY_KEY, StoredRegistry)
  return stored && parseRegistry(stored.json, storeUrl, authority).catch(() => undefined)
}

/** Reads the serials that this browser has accepted. */
export function storedSerials(): SeenSerials {
  return readItem(SERIALS_KEY, SeenSerials) ?? {}
}

/** Stores the entries in use, and the serials that this browser has accepted. */
export function storeRegistry(storeId: string, remotes: readonly ListedEntry[], serials: SeenSerials): void {
  try {
    localStorage.setItem(SERIALS_KEY, JSON.stringify(serials))
    localStorage.setItem(REGISTRY_KEY, JSON.stringify({ json: { format: 1, storeId, remotes } }))
  } catch (error) {
    console.warn('The registry could not be stored as a fallback.', error)
  }
}

function readItem<Schema extends v.GenericSchema>(key: string, schema: Schema): v.InferOutput<Schema> | undefined {
  try {
    return v.parse(schema, JSON.parse(localStorage.getItem(key) ?? 'null'))
  } catch {
    return undefined
  }
}

/** Adds the last known good entry of each remote that the registry names without a usable entry, so that its tab works. */
export function withLastGood(registry: ParsedRegistry, lastGood: ParsedRegistry): ParsedRegistry {
  const { withdrawn, remotes, entries } = registry
  const isKept = ({ name }: { name: string }) => withdrawn.has(name) && !entries.some((entry) => entry.name === name)
  const kept = lastGood.remotes.filter(isKept).flatMap((remote) => withoutVersions(remote, withdrawn.get(remote.name)))
  return {
    ...registry,
    remotes: [...remotes, ...kept],
    entries: [...entries, ...lastGood.entries.filter(isKept)],
  }
}

function withoutVersions(
  { name, live, previous }: RegisteredRemote,
  versions: readonly string[] = [],
): RegisteredRemote[] {
  const [best, ...others] = [live, ...previous].filter(({ version }) => !versions.includes(version))
  return best ? [{ name, live: best, previous: others }] : []
}
