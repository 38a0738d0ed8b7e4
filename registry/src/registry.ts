import * as v from 'valibot'

const PathSegment = v.pipe(v.string(), v.regex(/^[\w@+-][\w.@+-]*$/, 'must be one path segment'))

const Tab = v.object({
  /** The value of `?tab=` on `/main`. */
  id: PathSegment,
  label: v.pipe(v.string(), v.nonEmpty()),
  /** Tabs are shown in ascending order. */
  order: v.number(),
  /** How many columns the tab's table has, for its skeleton. */
  columns: v.pipe(v.number(), v.integer(), v.minValue(1)),
})

const Release = v.object({
  /** The remote's name, such as `mf-codes`. */
  name: PathSegment,
  version: PathSegment,
  /** Identifies the build; part of the name of its global container. */
  build: PathSegment,
  tab: Tab,
})

/** What a remote's build says of itself (`release.json`). */
export const ReleaseManifest = v.object({
  ...Release.entries,
  /** A file of the build, beside `release.json`. */
  entry: PathSegment,
})
export type ReleaseManifest = v.InferOutput<typeof ReleaseManifest>

/** One live remote in the registry. */
export const RegisteredRemote = v.object({
  ...Release.entries,
  /** An address, absolute or relative to the registry's own. */
  entry: v.pipe(v.string(), v.nonEmpty()),
})
export type RegisteredRemote = v.InferOutput<typeof RegisteredRemote>

/** A registry as its writers have to leave it. Readers that must go on despite a bad remote use {@link parseRegistry}. */
export const Registry = v.object({
  schema: v.literal(1),
  remotes: v.pipe(
    v.array(RegisteredRemote),
    v.minLength(1, 'must name at least one remote: release one'),
    v.check((remotes) => allDiffer(remotes.map(({ name }) => name)), 'must not name a remote twice'),
    v.check((remotes) => allDiffer(remotes.map(({ tab }) => tab.id)), 'must not use a tab id twice'),
  ),
})
export type Registry = v.InferOutput<typeof Registry>

/** The name of the window property under which a build's container is found after its entry has run. */
export function containerGlobal({ name, build }: Pick<RegisteredRemote, 'name' | 'build'>): string {
  return `${name}@${build}`
}

function allDiffer(values: string[]): boolean {
  return new Set(values).size === values.length
}
