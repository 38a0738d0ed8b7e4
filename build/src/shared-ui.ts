import { dirname, join } from 'node:path'
import { hashOf, sourcesOf } from './build-inputs'
import { dependencyGraph, type InstalledPackage, isLinked, requirePackage } from './installed-packages'
import { sharedPackages, sharedRanges } from './shared-dependencies'

const SHARED_UI = '@canje/shared-ui'
/** Bundled with `shared-ui`: one pure function of the contract, which is otherwise a singleton. */
const ENVELOPE = 'src/envelope.ts'

/** What identifies a copy of `shared-ui`. */
export interface SharedUi {
  version: string
  /** Equal for equal copies, in any repository: `shared-ui@<id>`. */
  key: string
}

/**
 * Identifies the copy of `shared-ui` that a project bundles: its code, and the versions of the packages that it imports.
 * The versions of singletons do not count, since the shell provides them; the ranges that the build accepts do.
 *
 * @param projectDirectory absolute path of the shell or a remote
 */
export function sharedUiOf(projectDirectory: string): SharedUi {
  const found = requirePackage(SHARED_UI, projectDirectory)
  const { lines } = dependencyGraph(found.directory, isBundled)
  // Further dependencies differ with the time of the installation; their packages accept them all.
  const direct = lines.filter((line) => line.startsWith('@canje/'))
  const id = hashOf([], [contentIdOf(found), JSON.stringify(sharedRanges()), ...direct])
  return { version: found.manifest.version, key: `shared-ui@${id}` }
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
  const envelope = sourcesOf(contract).filter(({ path }) => path === `${contract.manifest.name}/${ENVELOPE}`)
  const code = sources.filter(({ path, file }) => !path.endsWith('/package.json') && dirname(file) !== host)
  return hashOf([...code, ...envelope])
}

/** Types are not bundled, and their versions are not pinned. */
function isBundled(name: string): boolean {
  return !name.startsWith('@types/') && !sharedPackages.includes(name)
}
