import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sharedUiContentId } from '@canje/build'
import { hashOf } from '@canje/build/build-inputs'
import { buildOutOfDate, CommandError, type Package, readPackage, runRspack } from '@canje/cli/project'
import { ROOT } from '../workspace'
import { filesUnder, findKitPackages, type KitPackage, publishedFiles, sourceFiles } from './kit-packages'
import { publishedManifest } from './package-manifest'

const DEV_SHELL_CONFIG = fileURLToPath(new URL('./dev-shell.rspack.config.ts', import.meta.url))
const SHELL = join(ROOT, 'shell')
/** What the packages are made from, beside their own files: the shell's build, the compiler and its settings. */
const COMMON = [
  import.meta.dirname,
  ...['shell/dist/release.json', 'shell/CHANGELOG.md', 'tsconfig.json', 'package-lock.json', 'LICENSE'].map((path) =>
    join(ROOT, path),
  ),
]
const NOT_COMPILED = /\.(css|d\.ts)$/

/** Tests need neither maps nor compressed copies. */
const DERIVED = /\.(map|br|gz)$/

/**
 * Writes every package of the kit, ready for `npm publish`, unless the folder has them from the present sources.
 *
 * @param target absolute path of the folder to replace
 * @returns folders that are ready for `npm publish`
 * @throws CommandError when sources do not compile
 */
export async function packKit(target: string, stop: AbortSignal): Promise<Package[]> {
  await buildOutOfDate([readPackage(SHELL)], stop)
  const packages = findKitPackages()
  const folderOf = ({ manifest }: KitPackage) => join(target, manifest.name.replace('@canje/', ''))
  const shell = join(target, 'shell')
  // npm reads and publishes workspaces in one process.
  const root = JSON.stringify({ private: true, workspaces: ['*'], sources: idOfSources(packages) })
  const rootFile = join(target, 'package.json')
  if (!existsSync(rootFile) || (await readFile(rootFile, 'utf8')) !== root) {
    await rm(target, { recursive: true, force: true })
    const compiled = await mkdtemp(join(tmpdir(), 'canje-kit-'))
    try {
      // Loaded here, because the compiler takes a second to load.
      const { compile } = await import('./compile')
      await compile(packages, compiled)
      await Promise.all(packages.map((one) => packSources(one, compiled, folderOf(one))))
    } finally {
      await rm(compiled, { recursive: true })
    }
    await packShell(shell, stop)
    await write(rootFile, root)
  }
  return [...packages.map(folderOf), shell].map(readPackage)
}

/** Equal for equal contents of all packages, whatever their tests. */
function idOfSources(packages: KitPackage[]): string {
  const own = packages.flatMap((one) => [
    ...sourceFiles(one),
    ...['package.json', 'CHANGELOG.md', ...publishedFiles(one)].map((path) => join(one.directory, path)),
  ])
  const files = [...own, ...COMMON].flatMap(filesUnder)
  return hashOf(files.map((file) => ({ path: relative(ROOT, file), file })))
}

async function packSources(one: KitPackage, compiled: string, folder: string): Promise<void> {
  const { directory, manifest } = one
  await copyCompiled(join(compiled, relative(ROOT, directory), 'src'), folder)
  for (const file of sourceFiles(one)) {
    const path = relative(directory, file)
    // The maps lead to the sources.
    await cp(file, join(folder, path))
    if (NOT_COMPILED.test(path)) await cp(file, join(folder, path.replace('src', 'dist')))
  }
  for (const path of publishedFiles(one)) await cp(join(directory, path), join(folder, path), { recursive: true })
  const isSharedUi = manifest.name === '@canje/shared-ui'
  const identity = isSharedUi ? { canje: { contentId: sharedUiContentId(directory) } } : {}
  await finish(directory, folder, publishedManifest(one, identity))
}

/** Copies compiled modules into `dist`, with maps that lead to the sources beside it. */
async function copyCompiled(compiled: string, folder: string): Promise<void> {
  const dist = join(folder, 'dist')
  await cp(compiled, dist, { recursive: true })
  for (const path of await readdir(dist, { recursive: true })) {
    if (!path.endsWith('.map')) continue
    const map: { sources: [string] } = JSON.parse(await readFile(join(dist, path), 'utf8'))
    const source = relative(dirname(path), join('../src', dirname(path), basename(map.sources[0])))
    await write(join(dist, path), JSON.stringify({ ...map, file: basename(path, '.map'), sources: [source] }))
  }
}

/** The shell for development and for browser tests: its builds only, since nothing imports it. */
async function packShell(folder: string, stop: AbortSignal): Promise<void> {
  const env = { CANJE_DEVELOPMENT: 'true', KIT_SHELL_FOLDER: join(folder, 'dist') }
  const { code, output } = await runRspack(DEV_SHELL_CONFIG, stop, env)
  if (code !== 0) throw new CommandError(`The shell for development does not build:\n${output}`)
  await cp(join(SHELL, 'dist'), join(folder, 'production'), { recursive: true, filter: (file) => !DERIVED.test(file) })
  const exports = { './package.json': './package.json' }
  const files = ['dist', 'production', 'CHANGELOG.md']
  const { version } = readPackage(SHELL)
  await finish(SHELL, folder, { name: '@canje/shell', version, license: 'MIT', type: 'module', exports, files })
}

async function finish(source: string, folder: string, manifest: object): Promise<void> {
  await write(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`)
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  const changelog = join(source, 'CHANGELOG.md')
  if (existsSync(changelog)) await cp(changelog, join(folder, 'CHANGELOG.md'))
}

async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}
