import { byTabOrder, type RegisteredRemote } from '@canje/registry'
import * as v from 'valibot'
import { type RegistrySource, type TrustedRegistry, verifyJson } from './verify'

const STORAGE_KEY = 'canje.registry'

const Stored = v.object({
  registryUrl: v.string(),
  /** The highest serial seen. */
  serial: v.number(),
  /** The last registry without invalid remotes. */
  json: v.unknown(),
})

/** The last known good registry. */
export interface StoredRegistry extends TrustedRegistry {
  /** Its own serial, or that of a later registry with invalid remotes. */
  highestSerial: number
}

/**
 * Reads the last known good registry. The storage is not trusted, so the registry is verified like a response.
 *
 * @param trusted a verified response; an identical stored registry is not verified again
 * @returns undefined when none of this source is stored, or its verification fails
 */
export async function storedRegistry(
  source: RegistrySource,
  trusted?: TrustedRegistry,
): Promise<StoredRegistry | undefined> {
  const stored = readItem()
  if (!stored || stored.registryUrl !== source.registryUrl) return undefined
  const isSame = JSON.stringify(stored.json) === JSON.stringify(trusted?.json)
  const registry = isSame ? trusted : await verifyJson(stored.json, source).catch(() => undefined)
  return registry && { ...registry, highestSerial: Math.max(stored.serial, registry.serial) }
}

/**
 * Stores the registry in use. A registry with findings updates only the serial when one without is stored.
 *
 * @param stored the last known good registry
 */
export function storeRegistry(
  { registryUrl }: RegistrySource,
  { serial, json, findings }: TrustedRegistry,
  stored: TrustedRegistry | undefined,
): void {
  const good = stored && findings.length > 0 ? stored.json : json
  try {
    localStorage.setItem(STORAGE_KEY, JSON.stringify({ registryUrl, serial, json: good }))
  } catch (error) {
    console.warn('The registry could not be stored as a fallback.', error)
  }
}

function readItem(): v.InferOutput<typeof Stored> | undefined {
  try {
    return v.parse(Stored, JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'))
  } catch {
    return undefined
  }
}

const Named = v.object({ name: v.string() })
const Listing = v.object({ remotes: v.array(v.unknown()) })

/**
 * The remotes of a registry. A remote with invalid data is replaced by its entry in the last known good registry, so that
 * its tab stays.
 *
 * @returns in the order of the tabs
 */
export function withLastGoodRemotes(
  registry: TrustedRegistry,
  lastGood: TrustedRegistry | undefined,
): RegisteredRemote[] {
  const named = namesIn(registry.json)
  const kept = lastGood?.remotes.filter(
    ({ name, live }) =>
      named.has(name) && !registry.remotes.some((other) => other.name === name || other.live.tab.id === live.tab.id),
  )
  return [...registry.remotes, ...(kept ?? [])].sort(byTabOrder)
}

function namesIn(json: unknown): Set<string> {
  const listing = v.safeParse(Listing, json)
  const remotes = listing.success ? listing.output.remotes : []
  return new Set(remotes.filter((remote) => v.is(Named, remote)).map(({ name }) => name))
}
