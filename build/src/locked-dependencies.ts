import { dirname, join } from 'node:path/posix'

/** The entries of package-lock.json (lockfileVersion 3) by package folder. */
export type LockedPackages = Record<string, LockedPackage>

interface LockedPackage {
  version?: string
  integrity?: string
  /** A link to a workspace, whose folder is `resolved`. */
  link?: boolean
  resolved?: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
}

/**
 * Lists the transitive dependencies of a package, independent of the folders that npm installed them in.
 *
 * @param folder the package's folder, such as `shared-ui`
 * @returns one line per dependency of each package; equal lines mean equal code
 */
export function lockedDependencies(packages: LockedPackages, folder: string): string[] {
  const lines = new Set<string>()
  const reached = new Set([folder])
  // A Set's iteration includes items added during the loop.
  for (const from of reached) {
    for (const name of dependencyNames(packages[from])) {
      const found = folderOf(packages, from, name)
      if (found === undefined) continue
      reached.add(found)
      lines.add(`${describe(packages, from)} needs ${describe(packages, found)}`)
    }
  }
  return [...lines].sort()
}

/** Optional peers are excluded: a package that uses one lists it, and other packages may have installed it. */
function dependencyNames(locked: LockedPackage = {}): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = locked
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  return names.filter((name) => !peerDependenciesMeta[name]?.optional)
}

/** Resolves a dependency as Node does, from the nearest `node_modules` that has it. */
function folderOf(packages: LockedPackages, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    const candidate = join(folder, 'node_modules', name)
    const found = packages[candidate]
    if (found) return found.link ? found.resolved : candidate
    if (folder === '.') return undefined
  }
}

function describe(packages: LockedPackages, folder: string): string {
  const { version, integrity } = packages[folder] ?? {}
  const name = folder.split('node_modules/').at(-1)
  return [`${name}@${version}`, integrity].filter(Boolean).join(' ')
}
