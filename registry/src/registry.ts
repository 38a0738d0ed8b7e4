import * as v from 'valibot'
import { PathSegment, Release } from './release'

/** One remote in the registry: its live release and its fallbacks. */
export const RegisteredRemote = v.object({
  /** The remote's name, such as `mf-codes`. */
  name: PathSegment,
  live: Release,
  /** Releases that were live before, without those that were rolled back; newest first. */
  previous: v.pipe(v.array(Release), v.maxLength(5)),
})
export type RegisteredRemote = v.InferOutput<typeof RegisteredRemote>

/** Ed25519 over the canonical JSON (RFC 8785) of the registry without its signature. */
export const Signature = v.object({ keyId: v.string(), value: v.pipe(v.string(), v.base64()) })
export type Signature = v.InferOutput<typeof Signature>

/** The fields of every registry of this schema, besides its remotes. */
export const registryEntries = {
  schema: v.literal(2),
  /** Increases with every change, so that readers detect a stale registry. */
  serial: v.pipe(v.number(), v.safeInteger(), v.minValue(1)),
  /** Identifies the store: equal in all its registries. Those of earlier versions have none. */
  storeId: v.optional(v.string()),
  signature: v.optional(Signature),
}

/** The strict schema for writers. Readers that must tolerate an invalid remote use {@link parseRegistry}. */
export const Registry = v.object({
  ...registryEntries,
  remotes: v.pipe(
    v.array(RegisteredRemote),
    v.minLength(1, 'must list at least one remote: release one'),
    v.check((remotes) => areUnique(remotes.map(({ name }) => name)), 'must not list a remote twice'),
    v.check((remotes) => areUnique(remotes.map(({ live }) => live.tab.id)), 'must not use a tab id twice'),
  ),
})
export type Registry = v.InferOutput<typeof Registry>

function areUnique(values: string[]): boolean {
  return new Set(values).size === values.length
}
