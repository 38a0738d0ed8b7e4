import { READ_PATH } from 'shared-auth/calls'
import * as v from 'valibot'

export const PathSegment = v.pipe(v.string(), v.regex(/^[\w@+-][\w.@+-]*$/, 'must be one path segment'))

/** A file of a release, relative to the release's folder. */
const RelativePath = v.pipe(
  v.string(),
  v.regex(/^[\w@+-][\w.@+-]*(\/[\w@+-][\w.@+-]*)*$/, 'must be a path inside the release'),
)

/** Versions or ranges of versions by package, such as `{ "shared-auth": "^1.0.0" }`. */
const ByPackage = v.record(v.string(), v.string())

export const Tab = v.object({
  /** The value of `?tab=` on `/main`. */
  id: PathSegment,
  label: v.pipe(v.string(), v.nonEmpty()),
  /** Tabs are shown in ascending order. */
  order: v.number(),
  /** How many columns the tab's table has, for its skeleton. */
  columns: v.pipe(v.number(), v.integer(), v.minValue(1)),
})
export type Tab = v.InferOutput<typeof Tab>

/** Calls that change nothing (specification §7). */
const ReadCalls = v.optional(v.array(v.pipe(v.string(), v.regex(READ_PATH, 'must be the path of a call that reads'))))

const built = {
  version: PathSegment,
  /** Identifies the build; part of the name of its global container. */
  build: PathSegment,
  tab: Tab,
  /** The ranges of `shared-auth` and the other shared singletons that the release was built for. */
  requires: ByPackage,
  /**
   * What is loaded beside the entry: the chunks and style sheets of `./Tab`, relative to the release's folder. A chunk that
   * has a hash runs then, and may do nothing but register its modules.
   */
  preload: v.array(RelativePath),
  /** What the tab asks the info API for when it opens, by GET, to be started beside its code. */
  prefetch: ReadCalls,
  /** The same by POST of an empty object. */
  prefetchByPost: ReadCalls,
  /** The commit it was built from, where that is known. */
  commit: v.nullable(v.string()),
  /** ISO 8601. */
  builtAt: v.pipe(v.string(), v.isoTimestamp()),
}

/** What a remote's build says of itself (`release.json`). */
export const ReleaseManifest = v.object({
  /** The remote's name, such as `mf-codes`. */
  name: PathSegment,
  ...built,
  /** A file of the build, beside `release.json`. */
  entry: PathSegment,
})
export type ReleaseManifest = v.InferOutput<typeof ReleaseManifest>

/** What the host's build says of itself (`release.json`, served at the root of the shell's origin). */
export const HostManifest = v.object({
  name: PathSegment,
  version: PathSegment,
  build: PathSegment,
  /** The versions of the shared singletons it gives to remotes. */
  provides: ByPackage,
})
export type HostManifest = v.InferOutput<typeof HostManifest>

/** SHA-384 of every file but `release.json` by its path in the release's folder, as the `integrity` attribute takes it. */
export const Integrity = v.record(
  RelativePath,
  v.pipe(v.string(), v.regex(/^sha384-[A-Za-z0-9+/]{64}$/, 'must be sha384-<base64>')),
)
export type Integrity = v.InferOutput<typeof Integrity>

/** What a finding says of an entry that {@link entryUrl} refuses. */
export const ENTRY_RULE = 'must be an http or https URL without credentials'

/** One version of a remote as the registry names it. */
export const Release = v.object({
  ...built,
  /** A URL, http or https, absolute or relative to the registry's own; {@link entryUrl} resolves it. */
  entry: v.pipe(
    v.string(),
    v.nonEmpty(),
    // Any base will do: the rule is about the scheme and credentials.
    v.check((entry) => entryUrl(entry, 'https://registry.invalid/') !== undefined, ENTRY_RULE),
  ),
  integrity: Integrity,
})
export type Release = v.InferOutput<typeof Release>

/**
 * Resolves the entry of a release as a browser does, which ignores white space and knows more schemes than run here.
 * Browsers load nothing from a URL with credentials.
 *
 * @param base absolute URL of the registry or of a build's `release.json`
 * @returns undefined unless it is an http or https URL without credentials
 */
export function entryUrl(entry: string, base: string): string | undefined {
  if (!URL.canParse(entry, base)) return undefined
  const { protocol, username, password, href } = new URL(entry, base)
  return /^https?:$/.test(protocol) && !username && !password ? href : undefined
}

/** The name of the window property under which a build's container is found after its entry has run. */
export function containerGlobal(remote: string, { build }: Pick<Release, 'build'>): string {
  return `${remote}@${build}`
}

/**
 * @param release of a parsed registry, so that its entry is absolute
 * @param path in the release's folder, as `preload` and `integrity` have it
 * @returns the file's absolute address
 */
export function fileAddress({ entry }: Pick<Release, 'entry'>, path: string): string {
  return new URL(path, entry).href
}
