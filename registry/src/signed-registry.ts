import * as v from 'valibot'
import { list, MAX_PREVIOUS, MAX_REMOTES, Name, PathSegment, text } from './limits'
import { Serial, Signature } from './registry'
import { Release } from './release'
import { MAX_WITHDRAWN, Stamp } from './signed-content'

/** One line of any script, such as a reason. */
const Line = text(/^[^\p{C}\p{Zl}\p{Zp}]{1,300}$/u, 'must be one line of at most 300 characters')

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

/** One remote of a registry of schema 3, signed by one of its keys or by an operator. */
export const Entry = v.object({
  name: Name,
  /** Increases with every change of this remote: the time in milliseconds, or the last serial plus one. */
  serial: Serial,
  /** Null for a retired remote. */
  live: v.nullable(Release),
  /** A release to be tried before it goes live. Readers ignore it. */
  next: v.nullable(Release),
  /** Releases that were live before, newest first. */
  previous: list(Release, MAX_PREVIOUS),
  /** Versions that never go live again. */
  withdrawn: list(PathSegment, MAX_WITHDRAWN),
  /** Of a retired remote: its versions, the live one first, which come back with it. */
  retired: v.optional(list(PathSegment, MAX_PREVIOUS + 1)),
  change: Change,
  signature: Signature,
})
export type Entry = v.InferOutput<typeof Entry>

/** The strict schema for writers. Readers that must tolerate an invalid entry use `parseSignedRegistry`. */
export const SignedRegistry = v.object({
  schema: v.literal(3),
  storeId: PathSegment,
  remotes: v.pipe(
    list(Entry, MAX_REMOTES),
    v.check(
      (entries) => new Set(entries.map(({ name }) => name)).size === entries.length,
      'must not list a remote twice',
    ),
  ),
  stamp: Stamp,
})
export type SignedRegistry = v.InferOutput<typeof SignedRegistry>

/** Without a copy, which would lack unknown fields: they are signed too. */
export const isSignedRegistry = (json: unknown): json is SignedRegistry => v.is(SignedRegistry, json)

/** As {@link isSignedRegistry}. */
export const isEntry = (json: unknown): json is Entry => v.is(Entry, json)
