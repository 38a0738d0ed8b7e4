import * as v from 'valibot'
import { Slot } from './extension'
import { Label, list, Name, PathSegment, text } from './limits'
import { PublicKey } from './public-key'
import type { Release } from './release'

const Keys = v.pipe(list(PublicKey, 10), v.minLength(1, 'must name at least one key'))

/** What one remote may do. */
const RemoteAuthority = v.object({
  /** Its own keys: two during a rotation. */
  keys: Keys,
  /** The tab that no other remote can have. */
  tab: v.optional(v.object({ id: PathSegment, label: Label, order: v.number() })),
  /** All slots that it may provide. */
  slots: v.optional(list(Slot, 20), []),
  /** Whom to ask, for people. */
  owner: v.optional(text(/^\P{C}{1,200}$/u, 'must be at most 200 characters')),
})
export type RemoteAuthority = v.InferOutput<typeof RemoteAuthority>

/** The settings in a shell's `/config.json` that are the root of trust for releases (D36). */
export const authorityEntries = {
  storeId: v.optional(PathSegment),
  operatorKeys: v.optional(Keys),
  remotes: v.optional(v.record(Name, RemoteAuthority)),
}

/** Who may sign what in a registry of schema 3. */
export interface Authority {
  storeId: string
  /** They sign every remote, and the stamp. */
  operatorKeys: readonly string[]
  /** By name; another remote is signed by an operator, and has no tab of these. */
  remotes: Readonly<Record<string, RemoteAuthority>>
}

interface AuthoritySettings {
  storeId?: string | undefined
  operatorKeys?: string[] | undefined
  remotes?: Record<string, RemoteAuthority> | undefined
}

/**
 * Reads the root of trust from the settings.
 *
 * @returns undefined when none of them is set
 * @throws Error when only some are set: such a shell would check less than it seems to
 */
export function authorityOf({ storeId, operatorKeys, remotes }: AuthoritySettings): Authority | undefined {
  if (storeId && operatorKeys) return { storeId, operatorKeys, remotes: remotes ?? {} }
  if (!storeId && !operatorKeys && !remotes) return undefined
  throw new Error('config.json: storeId, operatorKeys and remotes belong together. Set all of them, or none.')
}

/** The keys that may sign the entry of a remote. */
export function keysFor({ operatorKeys, remotes }: Authority, name: string): string[] {
  return [...(remotes[name]?.keys ?? []), ...operatorKeys]
}

/**
 * Compares a release with what is reserved for its remote.
 *
 * @param own undefined for a remote without a reservation
 * @returns what it has that is not its own, as a predicate; undefined if nothing
 */
export function reservationFault(
  own: RemoteAuthority | undefined,
  { tab: { id, label, order }, extensions = [] }: Pick<Release, 'tab' | 'extensions'>,
): string | undefined {
  const slot = own && extensions.find((one) => !own.slots.includes(one.slot))?.slot
  if (own?.tab && (id !== own.tab.id || label !== own.tab.label || order !== own.tab.order))
    return `has the tab ${id}, "${label}", ${order}, which is not its own`
  return slot && `provides ${slot}, which is not its own`
}
