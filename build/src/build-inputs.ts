import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { type Dirent, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { type LockedPackages, lockedDependencies } from './locked-dependencies'

const ROOT = join(import.meta.dirname, '../..')
const LOCK_FILE = join(ROOT, 'package-lock.json')
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
/** The packages that compile and bundle every project. */
const TOOLCHAIN = [
  '@module-federation/enhanced',
  '@module-federation/inject-external-runtime-core-plugin',
  '@module-federation/runtime',
  '@module-federation/webpack-bundler-runtime',
  '@rspack/core',
  'esbuild',
]
/** In the host's bundle only: a change of it does not outdate the remotes, nor their share key of `shared-ui`. */
const HOST_ONLY = join(ROOT, 'shared-ui/src/host')
/** Files and folders outside every bundle: changed documentation or tests do not change the build id. */
const EXCLUDED = /^(node_modules|dist|tests|testing|vitest\.config\.ts|.*\.test\.tsx?|.*\.md)$/

/**
 * Identifies a build by its inputs: the same sources and dependencies always have the same id, and a change has another.
 * Another project's dependencies do not count.
 *
 * @param projectDirectory absolute path of the shell or a remote
 * @returns twelve hexadecimal digits
 */
export function buildId(projectDirectory: string, packages = lockedPackages()): string {
  const files = buildInputs(projectDirectory).filter((file) => file !== LOCK_FILE)
  const folder = relative(ROOT, projectDirectory).split(sep).join('/')
  return hashOf(files, [...lockedDependencies(packages, folder), ...toolchain(packages)])
}

function toolchain(packages: LockedPackages): string[] {
  const dependencies = Object.fromEntries(TOOLCHAIN.map((name) => [name, '*']))
  return lockedDependencies({ ...packages, toolchain: { dependencies } }, 'toolchain')
}

/**
 * Identifies the code of `shared-ui`, including the versions of its dependencies. Other packages' dependencies do not
 * count: one team's new dependency must not stop the next releases of all teams from using the shell's copy.
 *
 * @returns twelve hexadecimal digits
 */
export function sharedUiId(packages = lockedPackages()): string {
  const files = SHARED_UI_INPUTS.map((name) => join(ROOT, name))
    .flatMap(filesUnder)
    .filter(isInRemotes)
  return hashOf(files, lockedDependencies(packages, 'shared-ui'))
}

/** @returns the entries of package-lock.json by package folder */
export function lockedPackages(): LockedPackages {
  return JSON.parse(readFileSync(LOCK_FILE, 'utf8')).packages
}

function hashOf(files: string[], more: string[] = []): string {
  const hash = createHash('sha256')
  for (const file of files) hash.update(relative(ROOT, file)).update('\0').update(readFileSync(file)).update('\0')
  for (const line of more) hash.update(line).update('\0')
  return hash.digest('hex').slice(0, 12)
}

/** @returns absolute paths of all files that the build of a project depends on */
export function buildInputs(projectDirectory: string): string[] {
  const files = [projectDirectory, ...COMMON_INPUTS.map((name) => join(ROOT, name))].flatMap(filesUnder)
  return basename(projectDirectory) === 'shell' ? files : files.filter(isInRemotes)
}

function isInRemotes(file: string): boolean {
  return dirname(file) !== HOST_ONLY
}

/**
 * The current commit, if it contains the files in their present state.
 *
 * @param files absolute paths, at least one
 * @returns the commit's hash; null when a file has uncommitted changes, or outside a git repository
 */
export function commitOf(files: string[]): string | null {
  const cwd = dirname(files[0] ?? ROOT)
  // `--no-optional-locks` leaves the index lock to git commands that a person runs at the same time.
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
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => !EXCLUDED.test(entry.name) && !isHiddenFolder(entry))
    .flatMap(({ name }) => filesUnder(join(path, name)))
    .sort()
}

/** Such as `.git` and `.data`, when a project is the root of its repository. */
function isHiddenFolder(entry: Dirent): boolean {
  return entry.isDirectory() && entry.name.startsWith('.')
}
