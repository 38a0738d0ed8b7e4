import { dirname, join } from 'node:path/posix'

/** What package-lock.json (lockfileVersion 3) says of each package, by the folder it is installed in. */
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
 * Says what a package is made of besides its own files, wherever npm has put it.
 *
 * @param folder the package's, such as `shared-ui`
 * @returns a line for each dependency of each package it reaches; the same lines mean the same code
 */
export function lockedDependencies(packages: LockedPackages, folder: string): string[] {
  const lines = new Set<string>()
  const reached = new Set([folder])
  // The loop meets what is added meanwhile.
  for (const from of reached) {
    for (const name of needsOf(packages[from])) {
      const found = folderOf(packages, from, name)
      if (found === undefined) continue
      reached.add(found)
      lines.add(`${describe(packages, from)} needs ${describe(packages, found)}`)
    }
  }
  return [...lines].sort()
}

/** Without optional peers: who uses such a one lists it, and others may have it installed. */
function needsOf(locked: LockedPackage = {}): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = locked
  const names = Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies })
  return names.filter((name) => !peerDependenciesMeta[name]?.optional)
}

/** Where Node finds a dependency: in the nearest `node_modules` that has it. */
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
