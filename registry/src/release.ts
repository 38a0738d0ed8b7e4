import * as v from 'valibot'
import { type Extension, Extensions, slotModule } from './extension'
import { ByPackage, Connect, list, MAX_FILES, Name, PathSegment, RelativePath, text, Version } from './limits'
import { Tab } from './listed-remote'
import { Uses } from './uses'

/** That of the contract (`shared-auth/src/requests.ts`): a publishing job installs no `shared-auth`. */
export const READ_PATH = /^Select\w+$/
/** Paths of read-only requests (specification §7). */
const ReadPaths = v.optional(
  list(v.pipe(v.string(), v.maxLength(100), v.regex(READ_PATH, 'must be the path of a read-only request')), 20),
)

const built = {
  version: Version,
  /** Identifies the build; part of the name of its global container. */
  build: PathSegment,
  /** The ranges of `shared-auth` and the other shared singletons that the release was built for. */
  requires: ByPackage,
  /**
   * The chunks and style sheets of `./Tab`, relative to the release's folder, loaded in parallel with the entry. A chunk
   * with a hash is executed at once, so it may only register its modules.
   */
  preload: list(RelativePath, 100),
  /** Scripts that the tab loads on demand, for prefetching. */
  parts: v.optional(list(RelativePath, 100)),
  /** The slots that the release can fill, with their modules (D32, slots). */
  extensions: v.optional(Extensions),
  /** GET requests to the info API that the tab sends when it opens; they are prefetched in parallel with its code. */
  prefetch: ReadPaths,
  /** The same, as POST requests with an empty object. */
  prefetchByPost: ReadPaths,
  connect: v.optional(Connect),
  /** The schema of its settings, by which its module `./settings` validates them (D44, settings). */
  settings: v.optional(RelativePath),
  /** The source commit; null when it is unknown. */
  commit: v.nullable(PathSegment),
  /** Why the commit is unknown. */
  commitUnknown: v.optional(text(/^[ -~]{1,200}$/, 'must be at most 200 ASCII characters')),
  /** The time of the commit, or of the build if the commit is unknown, in ISO 8601. */
  builtAt: v.pipe(v.string(), v.isoTimestamp()),
}

/** The manifest of a remote's build (`release.json`). */
export const ReleaseManifest = v.object({
  /** The remote's name, such as `mf-codes`. */
  name: Name,
  ...built,
  /** A file of the build, beside `release.json`. */
  entry: PathSegment,
  /** The copy of `shared-ui` that it was built with. */
  sharedUi: v.optional(
    v.object({
      /** Equal to the shell's if the shell's copy is used. */
      key: PathSegment,
      /** The scripts of its own copy, which load otherwise. */
      files: list(RelativePath, 100),
    }),
  ),
  /** The exports of shared modules that its code uses. Builds of other bundlers do not state them. */
  uses: v.optional(Uses),
  /** What its package.json proposes to operators (D43, operator's menu). No part of the release. */
  proposedTab: v.optional(Tab),
})
export type ReleaseManifest = v.InferOutput<typeof ReleaseManifest>

/** Subresource Integrity hashes (SHA-384) by path in the release's folder, of every file but `release.json`. */
export const Integrity = v.pipe(
  v.record(RelativePath, text(/^sha384-[A-Za-z0-9+/]{64}$/, 'must be sha384-<base64>')),
  v.maxEntries(MAX_FILES),
)
export type Integrity = v.InferOutput<typeof Integrity>

/** One version of a remote, as a state names it. */
export const Release = v.object({
  ...built,
  /** An http or https URL, absolute or relative to the store's URL. */
  entry: v.pipe(
    v.string(),
    v.nonEmpty(),
    v.maxLength(2000),
    v.check(isLoadable, 'must be an http or https URL without credentials'),
  ),
  integrity: Integrity,
})
export type Release = v.InferOutput<typeof Release>

/** Whether browsers load a script from a URL: they ignore white space, and load nothing from one with credentials. */
function isLoadable(url: string): boolean {
  if (!URL.canParse(url, 'https://store.invalid/')) return false
  const { protocol, username, password } = new URL(url, 'https://store.invalid/')
  return /^https?:$/.test(protocol) && !username && !password
}

/** The window property that holds a build's federation container after its entry has run. */
export function containerGlobal(remote: string, { build }: Pick<Release, 'build'>): string {
  return `${remote}@${build}`
}

/** The module with the tab of a remote. */
export const TAB_MODULE = './Tab'

/**
 * The files of an exposed module.
 *
 * @param module `./Tab`, or that of a slot
 * @returns undefined when the release does not expose the module
 */
export function filesOfModule(
  { preload, parts, extensions = [] }: Pick<Release, 'preload' | 'parts' | 'extensions'>,
  module: string,
): Pick<Extension, 'preload' | 'parts'> | undefined {
  return module === TAB_MODULE ? { preload, parts } : extensions.find(({ slot }) => slotModule(slot) === module)
}

/** The files that the modules of a release load first, besides its entry. */
export function preloadedFiles({ preload, extensions = [] }: Pick<Release, 'preload' | 'extensions'>): string[] {
  return [...new Set([...preload, ...extensions.flatMap((extension) => extension.preload)])]
}

/**
 * Resolves the absolute URL of a file of a release.
 *
 * @param release a release of an accepted state, whose entry is absolute
 * @param path relative to the release's folder, as in `preload` and `integrity`
 */
export function fileUrl({ entry }: Pick<Release, 'entry'>, path: string): string {
  return new URL(path, entry).href
}
