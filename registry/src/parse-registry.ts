import * as v from 'valibot'
import { readExtensions } from './extension'
import { findingsFor, findingsOf } from './findings'
import { list, MAX_PREVIOUS, MAX_REMOTES, Name } from './limits'
import { type RegisteredRemote, registryEntries, slotConflicts, tabConflicts } from './registry'
import { ENTRY_RULE, entryUrl, Release } from './release'

/** The usable part of a registry, with findings on the rest. */
export interface ParsedRegistry {
  serial: number
  /** At least one, in tab order; every entry is an absolute URL. */
  remotes: RegisteredRemote[]
  /** Why remotes, releases or extensions were left out, such as `remotes.1.live.version: must be one path segment`. */
  findings: string[]
}

const Listing = v.object({ ...registryEntries, remotes: list(v.unknown(), MAX_REMOTES) })

/** A remote whose releases are validated later, one by one. */
const ListedRemote = v.object({
  name: Name,
  live: v.optional(v.unknown()),
  previous: list(v.unknown(), MAX_PREVIOUS),
})

/**
 * Parses the usable part of a registry. A malformed release is left out; the first valid one of `previous` replaces a
 * malformed `live`. A remote without a valid release, or with the name or tab id of an earlier one, is left out. So is an
 * extension that is malformed or repeats a slot, without its release.
 * The signature is not verified: see `verifyRegistry`.
 *
 * @param json the parsed response body
 * @param registryUrl the URL it was fetched from
 * @throws Error listing every finding when it is not a registry of this schema or has no usable remote
 */
export function parseRegistry(json: unknown, registryUrl: string): ParsedRegistry {
  const { serial, read } = readRegistry(json, registryUrl)
  const remotes = read.flatMap(({ remote }) => remote ?? []).sort(byTabOrder)
  const findings = read.flatMap((one) => one.findings)
  if (remotes.length === 0) {
    throw invalidRegistry(registryUrl, [...findings, 'remotes: must list at least one valid remote: release one'])
  }
  return { serial, remotes, findings }
}

/** As {@link parseRegistry}, with the remotes in their listed order. */
export function readRegistry(json: unknown, registryUrl: string): { serial: number; read: ReadRemote[] } {
  const listing = v.safeParse(Listing, json)
  if (!listing.success) throw invalidRegistry(registryUrl, findingsOf('registry', listing.issues))
  const { serial, remotes } = listing.output
  const schema = releaseFrom(registryUrl)
  return { serial, read: withoutConflicts(remotes.map((json, index) => readRemote(`remotes.${index}`, json, schema))) }
}

/** A remote of a registry, with findings on what was left out. */
export interface ReadRemote {
  /** Where the registry lists it, for findings. */
  place: string
  /** As listed; empty if it is no name. */
  name: string
  /** Undefined when it is unusable. */
  remote?: RegisteredRemote | undefined
  findings: string[]
}

/** Leaves out remotes with the name or tab of an earlier one, and slots of an earlier one. */
export function withoutConflicts<T extends ReadRemote>(read: T[]): T[] {
  const remotes: RegisteredRemote[] = []
  return read.map((one) => {
    const { place, remote } = one
    if (!remote) return one
    const conflicts = conflictsWith(remotes, remote).map((finding) => `${place}${finding}`)
    if (conflicts.length > 0) return { ...one, remote: undefined, findings: [...one.findings, ...conflicts] }
    const taken = slotConflicts(remotes, remote.live)
    const kept = withoutSlots(remote, new Set(taken.map(({ slot }) => slot)))
    remotes.push(kept)
    const reasons = taken.map(({ reason }) => `${place}.live.extensions: ${reason}`)
    return { ...one, remote: kept, findings: [...one.findings, ...reasons] }
  })
}

/** Compares remotes for sorting in tab order: by `order`, then by name. */
export function byTabOrder(a: RegisteredRemote, b: RegisteredRemote): number {
  return a.live.tab.order - b.live.tab.order || (a.name < b.name ? -1 : Number(a.name > b.name))
}

function withoutSlots({ live, ...remote }: RegisteredRemote, slots: Set<string>): RegisteredRemote {
  if (slots.size === 0) return { live, ...remote }
  return { ...remote, live: { ...live, extensions: live.extensions?.filter(({ slot }) => !slots.has(slot)) } }
}

export type ReleaseSchema = ReturnType<typeof releaseFrom>

/** A release schema that resolves the entry to an absolute http or https URL. */
export function releaseFrom(registryUrl: string) {
  const entry = v.pipe(
    Release.entries.entry,
    v.rawTransform(({ dataset, addIssue, NEVER }) => {
      const url = entryUrl(dataset.value, registryUrl)
      if (url !== undefined) return url
      addIssue({ message: ENTRY_RULE })
      return NEVER
    }),
  )
  return v.object({ ...Release.entries, entry, extensions: v.optional(v.unknown()) })
}

/** Reads one remote: the first valid release of `previous` replaces a malformed `live`. */
export function readRemote(place: string, json: unknown, schema: ReleaseSchema): ReadRemote {
  if (!v.is(ListedRemote, json)) return { place, name: nameIn(json), findings: findingsFor(place, ListedRemote, json) }
  const { name, live, previous } = json
  const read = [live, ...previous].map((release, index) => {
    const releasePlace = `${place}.${index === 0 ? 'live' : `previous.${index - 1}`}`
    return readRelease(releasePlace, release, schema)
  })
  const findings = read.flatMap((one) => one.findings)
  const [best, ...fallbacks] = read.flatMap(({ release }) => release ?? [])
  return { place, name, remote: best && { name, live: best, previous: fallbacks }, findings }
}

/** @returns the name of a listed remote, malformed or not; empty if it is no name */
export function nameIn(json: unknown): string {
  return v.is(Named, json) ? json.name : ''
}

const Named = v.object({ name: Name })

function readRelease(place: string, json: unknown, schema: ReleaseSchema): { release?: Release; findings: string[] } {
  const read = v.safeParse(schema, json)
  if (!read.success) return { findings: findingsOf(place, read.issues) }
  const { extensions: listed, ...release } = read.output
  if (listed === undefined) return { release, findings: [] }
  const { extensions, findings } = readExtensions(`${place}.extensions`, listed)
  return { release: { ...release, extensions }, findings }
}

function conflictsWith(others: RegisteredRemote[], { name, live }: RegisteredRemote): string[] {
  return [
    ...(others.some((other) => other.name === name) ? [`.name: "${name}" is taken by an earlier remote`] : []),
    ...tabConflicts(others, live.tab).map(({ field, reason }) => `.live.tab.${field}: ${reason}`),
  ]
}

export function invalidRegistry(registryUrl: string, findings: string[]): Error {
  return new Error(`The registry at ${registryUrl} is not valid. ${findings.join('; ')}`)
}
