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

/** What a remote's build says of itself (`release.json`). The entry is a file of the build. */
export const ReleaseManifest = v.object({ ...Release.entries, entry: v.pipe(v.string(), v.nonEmpty()) })
export type ReleaseManifest = v.InferOutput<typeof ReleaseManifest>

/** One live remote in the registry. The entry is an address, relative to the registry's own. */
export const RegisteredRemote = ReleaseManifest
export type RegisteredRemote = v.InferOutput<typeof RegisteredRemote>

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

/**
 * Validates a registry and puts it in the order of its tabs, every entry an absolute address.
 *
 * @param json what was fetched
 * @param registryUrl where it was fetched from
 * @throws Error naming every finding, when it is not a registry of this schema
 */
export function parseRegistry(json: unknown, registryUrl: string): RegisteredRemote[] {
  const result = v.safeParse(Registry, json)
  if (!result.success) {
    const findings = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'registry'}: ${issue.message}`)
    throw new Error(`The registry at ${registryUrl} is not valid. ${findings.join('; ')}`)
  }
  return result.output.remotes
    .map((remote) => ({ ...remote, entry: new URL(remote.entry, registryUrl).href }))
    .sort((a, b) => a.tab.order - b.tab.order)
}

/** The name of the window property under which a build's container is found after its entry has run. */
export function containerGlobal({ name, build }: Pick<RegisteredRemote, 'name' | 'build'>): string {
  return `${name}@${build}`
}

function allDiffer(values: string[]): boolean {
  return new Set(values).size === values.length
}
