import * as v from 'valibot'
import { RegisteredRemote, registryEntries } from './registry'
import type { Release } from './release'

/** What can be used of a registry, and what is wrong with the rest. */
export interface ParsedRegistry {
  serial: number
  /** At least one, in the order of the tabs; every entry is an absolute address. */
  remotes: RegisteredRemote[]
  /** Why remotes were left out, such as `remotes.1.live.version: must be one path segment`. */
  findings: string[]
}

const Listing = v.object({ ...registryEntries, remotes: v.array(v.unknown()) })

/**
 * Reads a registry as far as it can be used: a remote that is malformed, or takes a name or a tab id that an earlier
 * one has, is left out. The signature is not looked at: see `verifyRegistry`.
 *
 * @param json what was fetched
 * @param registryUrl where it was fetched from
 * @throws Error naming every finding, when it is not a registry of this schema or no remote of it can be used
 */
export function parseRegistry(json: unknown, registryUrl: string): ParsedRegistry {
  const listing = v.safeParse(Listing, json)
  if (!listing.success)
    throw unusable(
      registryUrl,
      issuesOf(listing.issues).map((issue) => `registry${issue}`),
    )
  const remotes: RegisteredRemote[] = []
  const findings: string[] = []
  for (const [index, listed] of listing.output.remotes.entries()) {
    const remote = v.safeParse(RegisteredRemote, listed)
    const found = remote.success ? unusableBeside(remotes, remote.output, registryUrl) : issuesOf(remote.issues)
    findings.push(...found.map((finding) => `remotes.${index}${finding}`))
    if (remote.success && found.length === 0) remotes.push(resolved(remote.output, registryUrl))
  }
  if (remotes.length === 0) {
    throw unusable(registryUrl, [...findings, 'remotes: must name at least one remote that can be used: release one'])
  }
  remotes.sort(byTabOrder)
  return { serial: listing.output.serial, remotes, findings }
}

/** Sorts remotes as their tabs stand: by `order`, and where two have the same one by name. */
export function byTabOrder(a: RegisteredRemote, b: RegisteredRemote): number {
  return a.live.tab.order - b.live.tab.order || (a.name < b.name ? -1 : Number(a.name > b.name))
}

function unusableBeside(
  others: RegisteredRemote[],
  { name, live, previous }: RegisteredRemote,
  base: string,
): string[] {
  const { id } = live.tab
  return [
    ...(others.some((other) => other.name === name) ? [`.name: "${name}" is taken by an earlier remote`] : []),
    ...(others.some((other) => other.live.tab.id === id)
      ? [`.live.tab.id: "${id}" is taken by an earlier remote`]
      : []),
    ...[live, ...previous]
      .filter(({ entry }) => !URL.canParse(entry, base))
      .map(({ version, entry }) => `: the entry "${entry}" of ${version} must be an address`),
  ]
}

function resolved({ name, live, previous }: RegisteredRemote, base: string): RegisteredRemote {
  const absolute = (release: Release) => ({ ...release, entry: new URL(release.entry, base).href })
  return { name, live: absolute(live), previous: previous.map(absolute) }
}

function issuesOf(issues: v.BaseIssue<unknown>[]): string[] {
  return issues.map((issue) => {
    const path = v.getDotPath(issue)
    return `${path ? `.${path}` : ''}: ${issue.message}`
  })
}

function unusable(registryUrl: string, findings: string[]): Error {
  return new Error(`The registry at ${registryUrl} is not valid. ${findings.join('; ')}`)
}
