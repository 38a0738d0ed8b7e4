import { dirname, join } from 'node:path'
import { hashOf, sourcesOf } from './build-inputs'
import { dependencyGraph, type InstalledPackage, isLinked, requirePackage } from './installed-packages'
import { sharedPackages } from './shared-dependencies'

export const SHARED_UI = '@canje/shared-ui'
/** The files of the contract, otherwise a singleton, that `shared-ui` bundles: pure functions, which may differ between copies. */
export const BUNDLED_OF_CONTRACT = ['envelope', 'fault', 'json', 'random-id', 'retry-after']

/** The version of every copy in the share scope; the key tells copies apart. */
export const SHARED_UI_VERSION = '1.0.0'

/**
 * Identifies the copy of `shared-ui` that a project bundles: its code, and the versions of the packages that it imports.
 * Singletons do not count, since the shell provides them, and the `requires` of a remote guard them; nor do the versions of
 * our own packages, whose code counts.
 *
 * @param projectDirectory absolute path of the shell or a remote
 * @returns `shared-ui@<id>`, equal for equal copies, in any repository
 */
export function sharedUiOf(projectDirectory: string): string {
  const found = requirePackage(SHARED_UI, projectDirectory)
  const { lines } = dependencyGraph(found.directory, isBundled)
  // Further dependencies differ with the time of the installation; their packages accept them all.
  const imported = lines.flatMap((line) => /^@canje\/.* needs (?!@canje\/)(.*)/.exec(line)?.[1] ?? [])
  return `shared-ui@${hashOf([], [contentIdOf(found), ...new Set(imported.sort())])}`
}

/**
 * Identifies the code of `shared-ui` without its dependencies. Published packages have it in package.json as
 * `canje.contentId`; in this repository, it is computed from the sources.
 */
export function sharedUiContentId(projectDirectory: string): string {
  return contentIdOf(requirePackage(SHARED_UI, projectDirectory))
}

function contentIdOf(found: InstalledPackage): string {
  const published = found.manifest.canje?.contentId
  if (published) return published
  const { packages } = dependencyGraph(found.directory, isBundled)
  const contract = requirePackage('@canje/shared-auth', found.directory)
  const host = join(found.directory, 'src/host')
  const sources = [found, ...packages.filter(isLinked)].flatMap(sourcesOf)
  const ofContract = BUNDLED_OF_CONTRACT.map((name) => `${contract.manifest.name}/src/${name}.ts`)
  const bundled = sourcesOf(contract).filter(({ path }) => ofContract.includes(path))
  const code = sources.filter(({ path, file }) => !path.endsWith('/package.json') && dirname(file) !== host)
  return hashOf([...code, ...bundled])
}

/** Types are not bundled, and their versions are not pinned. */
function isBundled(name: string): boolean {
  return !name.startsWith('@types/') && !sharedPackages.includes(name)
}
