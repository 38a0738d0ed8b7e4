import { readFileSync, realpathSync } from 'node:fs'
import { dirname, join, sep } from 'node:path'

/** The manifest fields that decide what a build contains. */
interface Manifest {
  /** A private package may have none. */
  name?: string
  version: string
  dependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  peerDependencies?: Record<string, string>
  peerDependenciesMeta?: Record<string, { optional?: boolean }>
  canje?: { tab?: unknown; contentId?: string }
}

/** A package as another one finds it. */
export interface InstalledPackage {
  manifest: Manifest
  /** Real path. */
  directory: string
}

/**
 * Lists the dependencies of a package as they are installed, with any package manager. Optional dependencies are
 * excluded, because they differ between platforms, except those of the kit, which every build needs; so are optional
 * peers, which other packages may have installed.
 *
 * @param directory absolute path of the package
 * @param isIncluded false for the names of packages to leave out, with their dependencies
 * @returns the packages, needed directly or not, and one sorted line per dependency of each, such as `a@1.0.0 needs b@2.0.0`:
 *   equal lines mean equal code
 */
export function dependencyGraph(directory: string, isIncluded = (_name: string) => true) {
  const lines = new Set<string>()
  const reached = new Map([[directory, packageAt(directory)]])
  // A Map's iteration includes entries added during the loop.
  for (const from of reached.values()) {
    for (const name of dependencyNames(from.manifest).filter(isIncluded)) {
      const found = findPackage(name, from.directory)
      if (!found) continue
      if (!reached.has(found.directory)) reached.set(found.directory, found)
      lines.add(`${describe(from)} needs ${describe(found)}`)
    }
  }
  reached.delete(directory)
  return { packages: [...reached.values()], lines: [...lines].sort() }
}

/**
 * Finds an installed package as Node.js does, in the nearest `node_modules`.
 *
 * @param from absolute path of the folder that imports it
 */
export function findPackage(name: string, from: string): InstalledPackage | undefined {
  for (let folder = from; ; folder = dirname(folder)) {
    try {
      return packageAt(realpathSync(join(folder, 'node_modules', name)))
    } catch {
      if (folder === dirname(folder)) return undefined
    }
  }
}

/** @throws Error when the package is not installed */
export function requirePackage(name: string, from: string): InstalledPackage {
  const found = findPackage(name, from)
  if (found) return found
  throw new Error(`${name} is not installed for ${from}: add it to package.json and run npm install.`)
}

/** True for a package of the same repository, whose sources can change without its version. */
export function isLinked({ directory }: InstalledPackage): boolean {
  return !directory.split(sep).includes('node_modules')
}

/**
 * The package in a folder.
 *
 * @throws Error when the folder has no package.json
 */
export function packageAt(directory: string): InstalledPackage {
  return { directory, manifest: JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8')) }
}

function dependencyNames(manifest: Manifest): string[] {
  const { name, dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta = {} } = manifest
  const ofKit = name?.startsWith('@canje/') ? optionalDependencies : {}
  const names = Object.keys({ ...dependencies, ...ofKit, ...peerDependencies })
  return names.filter((name) => !peerDependenciesMeta[name]?.optional)
}

function describe({ manifest: { name, version } }: InstalledPackage): string {
  return `${name}@${version}`
}
