import * as v from 'valibot'
import { Slot } from './extension'
import { Label, list, Name, PathSegment, skeletonOf, text } from './limits'
import { PublicKey } from './login-config'
import type { Release, Tab } from './release'

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

/** What each remote may do, by name. */
export const RemoteAuthorities = v.record(Name, RemoteAuthority)

/** The settings in a shell's `/config.json` that are the root of trust for releases (D36). */
export const authorityEntries = {
  storeId: v.optional(PathSegment),
  operatorKeys: v.optional(Keys),
  remotes: v.optional(RemoteAuthorities),
}

/** Who may sign what in a registry of schema 3. */
export interface Authority {
  storeId: string
  /** They sign every remote, and the stamp. */
  operatorKeys: string[]
  /** By name; another remote is signed by an operator, and has no tab of these. */
  remotes: Record<string, RemoteAuthority>
}

const AuthoritySettings = v.object(authorityEntries)
type AuthoritySettings = v.InferOutput<typeof AuthoritySettings>

/**
 * Reads the root of trust from the settings.
 *
 * @returns undefined when none of them is set
 * @throws Error when only some are set: such a shell would check less than it seems to
 */
export function authorityOf({ storeId, operatorKeys, remotes }: AuthoritySettings): Authority | undefined {
  if (storeId && operatorKeys) return { storeId, operatorKeys, remotes: remotes ?? {} }
  if (!storeId && !operatorKeys && !remotes) return undefined
  throw new Error('config.json: set all of storeId, operatorKeys and remotes, or none.')
}

/**
 * Validates the root of trust in a shell's `/config.json`.
 *
 * @returns undefined when it has none
 * @throws Error when a setting is malformed, or one is missing
 */
export function readAuthority(config: unknown): Authority | undefined {
  return authorityOf(v.parse(AuthoritySettings, config))
}

/** The keys that may sign the entry of a remote. */
export function keysFor({ operatorKeys, remotes }: Authority, name: string): string[] {
  return [...(remotes[name]?.keys ?? []), ...operatorKeys]
}

/**
 * Compares a release with the tabs and slots that are reserved in the root of trust.
 *
 * @returns why its remote may not have it live, as a predicate; undefined when it may
 */
export function reservationFault(
  { remotes }: Authority,
  name: string,
  { tab, extensions = [] }: Pick<Release, 'tab' | 'extensions'>,
): string | undefined {
  const own = remotes[name]
  const reservations = Object.values(remotes)
  const isAllowed = own?.tab
    ? own.tab.id === tab.id && own.tab.label === tab.label && own.tab.order === tab.order
    : !reservations.some((other) => other.tab && hasPartOf(other.tab, tab))
  if (!isAllowed) return `has the tab "${tab.label}" (${tab.id}, order ${tab.order}), which is not reserved for it`
  const foreign = extensions.find(({ slot }) =>
    own ? !own.slots.includes(slot) : reservations.some(({ slots }) => slots.includes(slot)),
  )
  return foreign && `provides the slot ${foreign.slot}, which is not reserved for it`
}

type ReservedTab = Pick<Tab, 'id' | 'label' | 'order'>

function hasPartOf(a: ReservedTab, b: ReservedTab): boolean {
  return a.id === b.id || a.order === b.order || skeletonOf(a.label) === skeletonOf(b.label)
}
