import * as v from 'valibot'
import { PathSegment, skeletonOf } from './limits'
import type { Release, Tab } from './release'

/** One remote in the registry: its live release and its fallbacks. */
export interface RegisteredRemote {
  /** The remote's name, such as `mf-codes`. */
  name: string
  live: Release
  /** Releases that were live before, without those that were rolled back; newest first. */
  previous: Release[]
}

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

/** Describes what a tab has in common with the tabs of other remotes: its id, or a label that looks like theirs. */
export function tabConflicts(others: readonly RegisteredRemote[], { id, label }: Tab): TabConflict[] {
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
  others: readonly RegisteredRemote[],
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
export function providerOf(remotes: readonly RegisteredRemote[], slot: string): RegisteredRemote | undefined {
  return remotes.find(({ live }) => live.extensions?.some((extension) => extension.slot === slot))
}
