import * as v from 'valibot'
import { RegisteredRemote } from './registry'

/** What can be used of a registry, and what is wrong with the rest. */
export interface ParsedRegistry {
  /** At least one, in the order of the tabs; every entry is an absolute address. */
  remotes: RegisteredRemote[]
  /** Why remotes were left out, such as `remotes.1.version: must be one path segment`. */
  findings: string[]
}

const Listing = v.object({ schema: v.literal(1), remotes: v.array(v.unknown()) })

/**
 * Reads a registry as far as it can be used: a remote that is malformed, or takes a name or a tab id that an earlier
 * one has, is left out.
 *
 * @param json what was fetched
 * @param registryUrl where it was fetched from
 * @throws Error naming every finding, when it is not a registry of this schema or no remote of it can be used
 */
export function parseRegistry(json: unknown, registryUrl: string): ParsedRegistry {
  const listing = v.safeParse(Listing, json)
  if (!listing.success) throw unusable(registryUrl, findingsOf(listing.issues, 'registry'))
  const remotes: RegisteredRemote[] = []
  const findings: string[] = []
  for (const [index, listed] of listing.output.remotes.entries()) {
    const remote = v.safeParse(usableBeside(remotes, registryUrl), listed)
    if (remote.success) remotes.push(remote.output)
    else findings.push(...findingsOf(remote.issues, `remotes.${index}`))
  }
  if (remotes.length === 0) {
    throw unusable(registryUrl, [...findings, 'remotes: must name at least one remote that can be used: release one'])
  }
  return { remotes: remotes.sort((a, b) => a.tab.order - b.tab.order), findings }
}

function usableBeside(others: RegisteredRemote[], registryUrl: string) {
  return v.pipe(
    RegisteredRemote,
    v.forward(
      v.check(
        ({ name }) => others.every((other) => other.name !== name),
        ({ input }) => `"${input.name}" is taken by an earlier remote`,
      ),
      ['name'],
    ),
    v.forward(
      v.check(
        ({ tab }) => others.every((other) => other.tab.id !== tab.id),
        ({ input }) => `"${input.tab.id}" is taken by an earlier remote`,
      ),
      ['tab', 'id'],
    ),
    v.forward(
      v.check(({ entry }) => URL.canParse(entry, registryUrl), 'must be an address'),
      ['entry'],
    ),
    v.transform((remote) => ({ ...remote, entry: new URL(remote.entry, registryUrl).href })),
  )
}

function findingsOf(issues: v.BaseIssue<unknown>[], subject: string): string[] {
  return issues.map((issue) => `${[subject, v.getDotPath(issue)].filter(Boolean).join('.')}: ${issue.message}`)
}

function unusable(registryUrl: string, findings: string[]): Error {
  return new Error(`The registry at ${registryUrl} is not valid. ${findings.join('; ')}`)
}
