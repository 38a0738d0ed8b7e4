import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { dirname, join, relative, sep } from 'node:path'
import { dependencyGraph, type InstalledPackage, isLinked, packageAt } from './installed-packages'

/** This package, which compiles and bundles every project. */
const TOOLCHAIN = join(import.meta.dirname, '..')
/** In the host's bundle only: a change of it does not outdate the remotes. */
const HOST_ONLY = '@canje/shared-ui/src/host/'
/** Files and folders outside every bundle: documentation, tests, pipelines, locks, keys and generated types do not change the build id. */
const EXCLUDED =
  /^(\.(?!browserslistrc$).*|node_modules|dist|coverage|test-results|playwright-report|artifacts|tests|testing|(vitest|playwright)\.config\.ts|package-lock\.json|LICENSE|.*\.(test\.tsx?|schema\.d\.ts|md|log|pem|tgz))$/

/** A file that a build depends on. */
export interface Source {
  /** Independent of the machine: the package's name, then the path in it. */
  path: string
  /** Absolute path. */
  file: string
}

/**
 * Identifies a build by its inputs: the same sources and dependencies always have the same id, and a change has another.
 * Another project's dependencies do not count.
 *
 * @param projectDirectory absolute path of the shell or a remote
 * @returns twelve hexadecimal digits
 */
export function buildId(projectDirectory: string): string {
  const { sources, lines } = inputsOf(projectDirectory)
  return hashOf(sources, lines)
}

/**
 * Lists the files that the build of a project depends on: its own, those of linked packages, and the lock file.
 *
 * @returns absolute paths
 */
export function buildInputs(projectDirectory: string): string[] {
  return [...inputsOf(projectDirectory).sources.map(({ file }) => file), ...lockFileOf(projectDirectory)]
}

function inputsOf(projectDirectory: string): { sources: Source[]; lines: string[] } {
  const graphs = [dependencyGraph(projectDirectory), dependencyGraph(TOOLCHAIN)]
  const packages = graphs.flatMap((graph) => graph.packages)
  const toolchain = packageAt(TOOLCHAIN)
  const linked = new Map([toolchain, ...packages].filter(isLinked).map((one) => [one.directory, one]))
  const base = join(projectDirectory, '../rspack.base.ts')
  const sources = [
    ...(existsSync(base) ? [{ path: 'rspack.base.ts', file: base }] : []),
    ...filesUnder(projectDirectory).map((file) => ({ path: pathIn(projectDirectory, file), file })),
    ...[...linked.values()].flatMap(sourcesOf),
  ]
  const isHost = packageAt(projectDirectory).manifest.canje?.tab === undefined
  return {
    sources: isHost ? sources : sources.filter(({ path }) => !path.startsWith(HOST_ONLY)),
    lines: [toolchain.manifest.version, ...graphs.flatMap((graph) => graph.lines)],
  }
}

/** The manifest and sources of a linked package. */
export function sourcesOf({ directory, manifest: { name } }: InstalledPackage): Source[] {
  return ['package.json', 'src']
    .map((path) => join(directory, path))
    .filter((path) => existsSync(path))
    .flatMap(filesUnder)
    .map((file) => ({ path: `${name}/${pathIn(directory, file)}`, file }))
}

/** @returns twelve hexadecimal digits for paths, contents and texts */
export function hashOf(sources: Source[], texts: string[] = []): string {
  const hash = createHash('sha256')
  for (const { path, file } of sources) hash.update(path).update('\0').update(readFileSync(file)).update('\0')
  for (const text of texts) hash.update(text).update('\0')
  return hash.digest('hex').slice(0, 12)
}

function lockFileOf(directory: string): string[] {
  const file = join(directory, 'package-lock.json')
  if (existsSync(file)) return [file]
  return dirname(directory) === directory ? [] : lockFileOf(dirname(directory))
}

function pathIn(directory: string, file: string): string {
  return relative(directory, file).split(sep).join('/')
}

function filesUnder(path: string): string[] {
  if (statSync(path).isFile()) return [path]
  return readdirSync(path, { withFileTypes: true })
    .filter(({ name }) => !EXCLUDED.test(name))
    .flatMap(({ name }) => filesUnder(join(path, name)))
    .sort()
}
