import * as v from 'valibot'
import { findingsOf } from './findings'
import { Line, list, MAX_PREVIOUS, MAX_PRUNED, MAX_WITHDRAWN, Name, PathSegment, text, Version } from './limits'
import { Epoch } from './listed-remote'
import { Release } from './release'
import { canonicalBytes, Signature } from './signature'

/** Counts the states of a remote in an epoch, from 1. */
export const StateNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(1))

/** Why a state replaced its predecessor. Only the signature vouches for it. */
export const Change = v.object({
  /** The command, such as `publish`. */
  command: text(/^[a-z-]{1,20}$/, 'must be the name of a command'),
  /** When, in ISO 8601, by the clock of the machine that signed it. */
  at: v.pipe(v.string(), v.isoTimestamp()),
  /** Who ran it. */
  by: v.optional(Line),
  reason: v.optional(Line),
  /** URL of the pipeline's run. */
  run: v.optional(text(/^https?:\/\/[!-~]{1,500}$/, 'must be an http or https URL')),
  commit: v.optional(PathSegment),
  /** {@link hashOf} the state before; null for the first one. */
  before: v.nullable(text(/^sha256-[A-Za-z0-9+/]{43}=$/, 'must be sha256-<base64>')),
})
export type Change = v.InferOutput<typeof Change>

/** A release that only a link opens, before it is live (D45, candidate). */
export const Candidate = v.object({
  release: Release,
  /** When it was signed, and when it ends, in ISO 8601. */
  at: Change.entries.at,
  until: Change.entries.at,
  /** Who released it. */
  by: Change.entries.by,
})
export type Candidate = v.InferOutput<typeof Candidate>

/** Whether the time of a candidate is over (D45, candidate). */
export function isExpired({ until }: Pick<Candidate, 'until'>, nowMs = Date.now()): boolean {
  return Date.parse(until) <= nowMs
}

/** What is, was and will be live of a remote (D42, log of states): one entry of its log, signed by its team or an operator. */
export const StateFields = v.object({
  format: v.literal(1),
  storeId: PathSegment,
  /** The remote's name, such as `mf-codes`. */
  name: Name,
  epoch: Epoch,
  /** Its number in the log of the epoch. */
  n: StateNumber,
  /** Null before the first release that goes live. */
  live: v.nullable(Release),
  next: v.nullable(Candidate),
  /** Releases that were live before, newest first. */
  previous: list(Release, MAX_PREVIOUS),
  /** Versions that never go live again. */
  withdrawn: list(Version, MAX_WITHDRAWN),
  /** The versions whose files were deleted after this state was written. */
  pruned: list(Version, MAX_PRUNED),
  change: Change,
  signature: Signature,
})

/** For writers: pages report by a rule of its own what is withdrawn, and show what is live as live. */
export const State = v.pipe(
  StateFields,
  v.check(
    (state) => !releasesOf(state).some(({ version }) => [...state.withdrawn, ...state.pruned].includes(version)),
    'must not release a version that is withdrawn or pruned',
  ),
  v.check(({ live, next }) => (live?.version ?? null) !== next?.release.version, 'must not have what is live as next'),
)
export type State = v.InferOutput<typeof StateFields>

/** Why a writer rejects a state; none for a valid one. Pages use `readState`. */
export function stateFindings(json: unknown): string[] {
  const read = v.safeParse(State, json)
  return read.success ? [] : findingsOf('', read.issues)
}

/** Without a copy, which would lack unknown fields: they are signed too. */
export const isState = (json: unknown): json is State => v.is(State, json)

/** The releases that a state names. */
export function releasesOf({
  live,
  next,
  previous,
}: Partial<Pick<State, 'next'>> & Pick<State, 'live' | 'previous'>): Release[] {
  return [live, next?.release, ...previous].flatMap((release) => release ?? [])
}

/** The content that the signature of a state covers; unknown fields are signed too. */
export function signedContent({ signature: _, ...content }: Record<string, unknown>): unknown {
  return content
}

/** The hash that names a state in its successor: SHA-256 of its canonical JSON, with signature. */
export async function hashOf(state: object): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', canonicalBytes(state))
  return `sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}`
}
