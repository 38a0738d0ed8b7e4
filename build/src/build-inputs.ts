import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { type LockedPackages, lockedDependencies } from './locked-dependencies'

const ROOT = join(import.meta.dirname, '../..')
const COMMON_INPUTS = [
  'rspack.base.ts',
  'build',
  'package-lock.json',
  'shared-auth/package.json',
  'shared-auth/src',
  'shared-ui/package.json',
  'shared-ui/src',
  'large-table/package.json',
  'large-table/src',
  'registry/package.json',
  'registry/src',
]
const SHARED_UI_INPUTS = [
  'shared-auth/package.json',
  'shared-auth/src/envelope.ts',
  'shared-ui/package.json',
  'shared-ui/src',
  'large-table/package.json',
  'large-table/src',
]
/** Folders and files that no bundle is made of: a new sentence or a new test is no new build. */
const NOT_BUILT = /^(node_modules|dist|tests|testing|vitest\.config\.ts|.*\.test\.tsx?|.*\.md)$/

/**
 * Identifies a build by what goes into it, so that the same sources always give the same id and a change gives another.
 *
 * @param projectDirectory absolute path of the shell or a remote
 * @returns twelve hexadecimal digits
 */
export function buildId(projectDirectory: string): string {
  return hashOf(buildInputs(projectDirectory))
}

/**
 * Identifies what tabs get from `shared-ui`, its dependencies' versions included. Those of others do not count: one
 * team's new dependency must not keep the next releases of all teams from taking the shell's.
 */
export function sharedUiId(packages = lockedPackages()): string {
  const files = SHARED_UI_INPUTS.map((name) => join(ROOT, name)).flatMap(filesUnder)
  return hashOf(files, lockedDependencies(packages, 'shared-ui'))
}

/** @returns what package-lock.json says of each package, by its folder */
export function lockedPackages(): LockedPackages {
  return JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')).packages
}

function hashOf(files: string[], more: string[] = []): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
  for (const line of more) hash.update(line).update('\0')
  return hash.digest('hex').slice(0, 12)
}

/** @returns absolute path of every file that the build of a project depends on */
export function buildInputs(projectDirectory: string): string[] {
  return [projectDirectory, ...COMMON_INPUTS.map((name) => join(ROOT, name))].flatMap(filesUnder)
}

/**
 * The commit that has files as they are now.
 *
 * @param files absolute paths, one at least
 * @returns null when one of them is not committed, and outside of a git repository, as in an unpacked archive
 */
export function commitOf(files: string[]): string | null {
  const cwd = dirname(files[0] ?? ROOT)
  // Without the lock of the index, which a person at work may need meanwhile.
  const git = (...args: string[]) => execFileSync('git', args, { cwd, stdio: 'pipe', encoding: 'utf8' }).trim()
  try {
    const changes = git('--no-optional-locks', 'status', '--porcelain', '--untracked-files=all', '--', ...files)
    return changes === '' ? git('rev-parse', 'HEAD') : null
  } catch {
    return null
  }
}

function filesUnder(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path)
    .filter((name) => !NOT_BUILT.test(name))
    .flatMap((name) => filesUnder(join(path, name)))
    .sort()
}
