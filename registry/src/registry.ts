import * as v from 'valibot'
import { Line, list, MAX_PREVIOUS, MAX_WITHDRAWN, Name, PathSegment, text } from './limits'
import { Release } from './release'

/** Ed25519 over the canonical JSON (RFC 8785) of {@link signedContent}. */
export const Signature = v.object({
  keyId: PathSegment,
  value: v.pipe(v.string(), v.maxLength(100), v.base64()),
})
export type Signature = v.InferOutput<typeof Signature>

export const Serial = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** Why an entry replaced its predecessor. */
export const Change = v.object({
  /** The command, such as `publish`. */
  command: text(/^[a-z-]{1,20}$/, 'must be the name of a command'),
  /** The version that it was about. */
  to: v.optional(PathSegment),
  reason: v.optional(Line),
  /** Who ran it; not verified beyond the signature. */
  by: v.optional(Line),
  /** URL of the pipeline's run. */
  run: v.optional(text(/^https?:\/\/[!-~]{1,500}$/, 'must be an http or https URL')),
  commit: v.optional(PathSegment),
  /** SHA-256 of the canonical JSON of the previous entry with its signature; null for the first entry of a remote. */
  before: v.nullable(text(/^sha256-[A-Za-z0-9+/]{43}=$/, 'must be sha256-<base64>')),
})
export type Change = v.InferOutput<typeof Change>

/** One remote of a registry, signed by one of its keys or by an operator. */
export const Entry = v.object({
  name: Name,
  /** Increases with every change of this remote: the time in milliseconds, or the last serial plus one. */
  serial: Serial,
  live: Release,
  /** A release to be tried before it goes live. Readers ignore it. */
  next: v.nullable(Release),
  /** Releases that were live before, newest first. */
  previous: list(Release, MAX_PREVIOUS),
  /** Versions that never go live again. */
  withdrawn: list(PathSegment, MAX_WITHDRAWN),
  change: Change,
  signature: Signature,
})
export type Entry = v.InferOutput<typeof Entry>

/** The strict schema for writers. Readers that must tolerate an invalid entry use `parseRegistry`. */
export const Registry = v.object({
  format: v.literal(1),
  storeId: PathSegment,
  remotes: v.pipe(
    v.array(Entry),
    v.check(
      (entries) => new Set(entries.map(({ name }) => name)).size === entries.length,
      'must not list a remote twice',
    ),
  ),
})
export type Registry = v.InferOutput<typeof Registry>

/** Without a copy, which would lack unknown fields: they are signed too. */
export const isRegistry = (json: unknown): json is Registry => v.is(Registry, json)

/** As {@link isRegistry}. */
export const isEntry = (json: unknown): json is Entry => v.is(Entry, json)

/** The content that the signature of an entry covers; unknown fields are signed too. */
export function signedContent(storeId: string, { signature: _, ...entry }: Record<string, unknown>): unknown {
  return { storeId, entry }
}
