import * as v from 'valibot'
import { list, MAX_PREVIOUS, MAX_REMOTES, Name, PathSegment, skeletonOf } from './limits'
import { registryEntries } from './registry'
import { Release } from './release'

const RegisteredRemote = v.object({ name: Name, live: Release, previous: list(Release, MAX_PREVIOUS) })

/** The strict schema for writers. Readers that must tolerate an invalid remote use `parseRegistry`. */
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

function areUnique(values: string[]): boolean {
  return new Set(values).size === values.length
}
