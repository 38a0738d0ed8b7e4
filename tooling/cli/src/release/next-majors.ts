import { type RegisteredRemote, unmetRequirements } from '@canje/registry'
import { minVersion, validRange } from 'semver'

/** The next major version of a shared package, and the live releases that would not open in a shell with it. */
export interface NextMajor {
  package: string
  /** Such as `20.0.0`. */
  next: string
  blockedBy: { name: string; version: string; range: string }[]
}

/**
 * Lists the next major version of each package that live releases require of the shell, by package name. A shell with that
 * version can be deployed once no live release blocks it.
 */
export function nextMajors(remotes: readonly RegisteredRemote[]): NextMajor[] {
  const required = remotes.flatMap(({ name, live }) =>
    Object.entries(live.requires).map(([shared, range]) => ({ shared, name, version: live.version, range })),
  )
  const packages = [...new Set(required.map(({ shared }) => shared))].sort()
  return packages.map((shared) => {
    const ranges = required.filter((requirement) => requirement.shared === shared)
    const next = `${Math.max(...ranges.map(({ range }) => lowestMajor(range))) + 1}.0.0`
    const blocking = ranges.filter(({ range }) => unmetRequirements({ [shared]: range }, { [shared]: next }).length > 0)
    return { package: shared, next, blockedBy: blocking.map(({ name, version, range }) => ({ name, version, range })) }
  })
}

/** That of a range such as `^19.3.0 || ^20.0.0` is 19: a release with this range is prepared for 20. */
function lowestMajor(range: string): number {
  return validRange(range) === null ? 0 : (minVersion(range)?.major ?? 0)
}
