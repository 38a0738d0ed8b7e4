import * as v from 'valibot'
import { type RegistrySource, type TrustedRegistry, trustRegistry } from './registry-source'

const STORAGE_KEY = 'canje.registry'

const Stored = v.object({
  registryUrl: v.string(),
  /** The highest one seen. */
  serial: v.number(),
  /** The last registry that named no remote in vain. */
  json: v.unknown(),
})

/** The last good registry. */
export interface StoredRegistry extends TrustedRegistry {
  /** Its own serial, or that of a later one that named a remote in vain. */
  highestSerial: number
}

/**
 * The last good registry, with the highest serial seen. Anyone at the machine may have changed it, so it is verified
 * like an answer.
 *
 * @param trusted a verified answer: a stored registry that is the same is not verified again
 * @returns undefined when there is none of this source, or it is refused
 */
export async function storedRegistry(
  source: RegistrySource,
  trusted?: TrustedRegistry,
): Promise<StoredRegistry | undefined> {
  const stored = readItem()
  if (!stored || stored.registryUrl !== source.registryUrl) return undefined
  const isSame = JSON.stringify(stored.json) === JSON.stringify(trusted?.json)
  const registry = isSame ? trusted : await trustRegistry(stored.json, source).catch(() => undefined)
  return registry && { ...registry, highestSerial: Math.max(stored.serial, registry.serial) }
}

/**
 * Remembers that a registry was used; one with findings only by its serial, where a better one is stored.
 *
 * @param stored the better one
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
    console.warn('The registry cannot be stored for when it is down.', error)
  }
}

function readItem(): v.InferOutput<typeof Stored> | undefined {
  try {
    return v.parse(Stored, JSON.parse(localStorage.getItem(STORAGE_KEY) ?? 'null'))
  } catch {
    return undefined
  }
}
