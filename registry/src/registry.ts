import * as v from 'valibot'
import { list, MAX_PREVIOUS, MAX_REMOTES, Name, PathSegment, skeletonOf } from './limits'
import { Release, type Tab } from './release'

/** One remote in the registry: its live release and its fallbacks. */
export const RegisteredRemote = v.object({
  /** The remote's name, such as `mf-codes`. */
  name: Name,
  live: Release,
  /** Releases that were live before, without those that were rolled back; newest first. */
  previous: list(Release, MAX_PREVIOUS),
})
export type RegisteredRemote = v.InferOutput<typeof RegisteredRemote>

/** Ed25519 over the canonical JSON (RFC 8785) of the registry without its signature. */
export const Signature = v.object({
  keyId: PathSegment,
  value: v.pipe(v.string(), v.maxLength(100), v.base64()),
})
export type Signature = v.InferOutput<typeof Signature>

export const Serial = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** The fields of every registry of this schema, besides its remotes. */
export const registryEntries = {
  schema: v.literal(2),
  /** Increases with every change, so that readers detect a stale registry. */
  serial: Serial,
  /** Identifies the store: equal in all its registries. Those of earlier versions have none. */
  storeId: v.optional(PathSegment),
  signature: v.optional(Signature),
}

/** The strict schema for writers. Readers that must tolerate an invalid remote use {@link parseRegistry}. */
export const Registry = v.object({
  ...registryEntries,
  remotes: v.pipe(
    list(RegisteredRemote, MAX_REMOTES),
    v.minLength(1, 'must list at least one remote: release one'),
    v.check((remotes) => areUnique(remotes.map(({ name }) => name)), 'must not list a remote twice'),
    v.check((remotes) => areUnique(remotes.map(({ live }) => live.tab.id)), 'must not use a tab id twice'),
    v.check(
      (remotes) => areUnique(remotes.map(({ live }) => skeletonOf(live.tab.label))),
      'must not use labels that look alike',
    ),
    v.check(
      (remotes) => areUnique(remotes.flatMap(({ live }) => live.extensions?.map(({ slot }) => slot) ?? [])),
      'must not provide a slot twice',
    ),
  ),
  /**
   * The versions of retired remotes, the live one first: with the remote, its fallbacks come back. Readers ignore it.
   */
  retired: v.optional(list(v.object({ name: Name, versions: list(PathSegment, MAX_PREVIOUS + 1) }), MAX_REMOTES)),
})
export type Registry = v.InferOutput<typeof Registry>

/** A remote, or what is reserved for one. */
interface TabOwner {
  name: string
  live: { tab: Pick<Tab, 'id' | 'label'>; extensions?: readonly { slot: string }[] | undefined }
}

/** Describes what a tab has in common with the tabs of other remotes: its id, or a label that looks like theirs. */
export function tabConflicts(others: readonly TabOwner[], { id, label }: TabOwner['live']['tab']): TabConflict[] {
  const skeleton = skeletonOf(label)
  return others.flatMap(({ name, live: { tab } }): TabConflict[] => {
    if (tab.id === id) return [{ field: 'id', reason: `"${id}" is taken by ${name}` }]
    if (skeletonOf(tab.label) !== skeleton) return []
    return [{ field: 'label', reason: `"${label}" looks like "${tab.label}" of ${name}` }]
  })
}

/** A property of a tab that another remote's tab has. */
export interface TabConflict {
  field: 'id' | 'label'
  reason: string
}

/** Describes the slots of a release that other remotes provide. */
export function slotConflicts(
  others: readonly TabOwner[],
  { extensions = [] }: Pick<Release, 'extensions'>,
): SlotConflict[] {
  return extensions.flatMap(({ slot }) => {
    const provider = providerOf(others, slot)
    return provider ? [{ slot, reason: `"${slot}" is taken by ${provider.name}` }] : []
  })
}

/** A slot of a release that another remote provides. */
export interface SlotConflict {
  slot: string
  reason: string
}

/** The remote whose live release provides a slot. */
export function providerOf<T extends TabOwner>(remotes: readonly T[], slot: string): T | undefined {
  return remotes.find(({ live }) => live.extensions?.some((extension) => extension.slot === slot))
}

function areUnique(values: string[]): boolean {
  return new Set(values).size === values.length
}
