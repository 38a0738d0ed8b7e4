import { byTabOrder, type RegisteredRemote, Serials } from '@canje/registry'
import * as v from 'valibot'
import { type RegistrySource, type SeenSerials, type TrustedRegistry, verifyJson } from './verify'

const REGISTRY_KEY = 'canje.registry'
/** An item of its own, so that a browser with a damaged registry rejects an older one. */
const SERIALS_KEY = 'canje.serials'

const StoredRegistry = v.object({
  registryUrl: v.string(),
  /** The last known good registry. */
  json: v.unknown(),
})
const StoredSerials = v.record(v.string(), Serials)

/**
 * Reads the last known good registry. The storage is not trusted, so the registry is verified like a response.
 *
 * @returns undefined when none of this source is stored, its verification fails, or it has no usable remote
 */
export async function storedRegistry(source: RegistrySource): Promise<TrustedRegistry | undefined> {
  const stored = readItem(REGISTRY_KEY, StoredRegistry)
  if (stored?.registryUrl !== source.registryUrl) return undefined
  const registry = await verifyJson(stored.json, source).catch(() => undefined)
  return registry && registry.remotes.length > 0 ? registry : undefined
}

/** Reads the serials that this browser has accepted. */
export function storedSerials(): SeenSerials {
  return readItem(SERIALS_KEY, StoredSerials) ?? {}
}

/**
 * Stores the registry in use, and the serials that this browser has accepted.
 *
 * @param json of schema 2; of schema 3, the entries in use
 */
export function storeRegistry(
  { registryUrl }: RegistrySource,
  { store, entries, json = { schema: 3, storeId: store, remotes: entries } }: TrustedRegistry,
  serials: SeenSerials,
): void {
  try {
    localStorage.setItem(SERIALS_KEY, JSON.stringify(serials))
    localStorage.setItem(REGISTRY_KEY, JSON.stringify({ registryUrl, json }))
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

/** Adds the last known good entry of each remote that the registry names without a usable entry, so that its tab stays. */
export function withLastGood(registry: TrustedRegistry, lastGood: TrustedRegistry | undefined): TrustedRegistry {
  if (!lastGood) return registry
  const { withdrawn, remotes, entries } = registry
  const isKept = ({ name }: { name: string }) => withdrawn.has(name) && !entries.some((entry) => entry.name === name)
  const kept = lastGood.remotes
    .filter(isKept)
    .filter(({ name, live }) => !remotes.some((other) => other.name === name || other.live.tab.id === live.tab.id))
    .flatMap((remote) => withoutVersions(remote, withdrawn.get(remote.name)))
  return {
    ...registry,
    remotes: [...remotes, ...kept].sort(byTabOrder),
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
