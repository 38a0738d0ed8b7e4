import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sharedUiContentId } from '@canje/build'
import { CommandError, readPackage, runRspack } from '@canje/cli/project'
import { ROOT } from '..'
import { compile } from './compile'
import { findKitPackages, type KitPackage, publicExports, publishedFiles } from './kit-packages'
import { moduleFiles } from './module-files'
import { publishedManifest } from './package-manifest'

const DEV_SHELL_CONFIG = fileURLToPath(new URL('./dev-shell.rspack.config.ts', import.meta.url))

/** A folder that is ready for `npm publish`. */
export interface PackedPackage {
  name: string
  version: string
  /** Absolute path. */
  folder: string
}

/**
 * Writes every package of the kit, ready for `npm publish`.
 *
 * @param target absolute path of the folder to replace
 * @throws CommandError when sources do not compile; Error when a package imports what it does not list
 */
export async function packKit(target: string, stop: AbortSignal): Promise<PackedPackage[]> {
  const packages = findKitPackages()
  const compiled = await mkdtemp(join(tmpdir(), 'canje-kit-'))
  await rm(target, { recursive: true, force: true })
  try {
    await compile(packages, compiled, stop)
    const packed = await Promise.all(packages.map((one) => packSources(one, compiled, target)))
    // npm reads and publishes workspaces in one process.
    await write(join(target, 'package.json'), JSON.stringify({ private: true, workspaces: ['*'] }))
    return [...packed, await packShell(target, stop)]
  } finally {
    await rm(compiled, { recursive: true })
  }
}

async function packSources(one: KitPackage, compiled: string, target: string): Promise<PackedPackage> {
  const { directory, manifest } = one
  const folders = {
    sources: join(directory, 'src'),
    compiled: join(compiled, relative(ROOT, directory), 'src'),
  }
  const entries = [...Object.values(publicExports(one)), ...Object.values(manifest.bin ?? {})]
  const isSource = (path: string) => path.startsWith('./src/')
  const files = await moduleFiles(
    folders,
    entries.filter(isSource).map((path) => path.replace('./src/', '')),
  )
  const folder = join(target, manifest.name.replace('@canje/', ''))
  for (const [path, content] of files) await write(join(folder, 'dist', path), content)
  for (const path of publishedFiles(one)) await cp(join(directory, path), join(folder, path), { recursive: true })
  const isSharedUi = manifest.name === '@canje/shared-ui'
  const identity = isSharedUi ? { canje: { contentId: sharedUiContentId(directory) } } : {}
  return finish(folder, publishedManifest(one, files, identity))
}

/** The shell for development: its build only, since nothing imports it. */
async function packShell(target: string, stop: AbortSignal): Promise<PackedPackage> {
  const { version } = readPackage(join(ROOT, 'shell'))
  const folder = join(target, 'shell')
  const env = { NODE_ENV: 'development', KIT_SHELL_FOLDER: join(folder, 'dist') }
  const { code, output } = await runRspack(DEV_SHELL_CONFIG, stop, env)
  if (code !== 0) throw new CommandError(`The shell for development does not build:\n${output}`)
  await removeMachinePaths(join(folder, 'dist'))
  const exports = { './package.json': './package.json' }
  return finish(folder, { name: '@canje/shell', version, license: 'MIT', type: 'module', exports, files: ['dist'] })
}

/** React's development build contains the paths of components. */
async function removeMachinePaths(dist: string): Promise<void> {
  for (const name of (await readdir(dist)).filter((file) => file.endsWith('.js'))) {
    const file = join(dist, name)
    await writeFile(file, (await readFile(file, 'utf8')).replaceAll(ROOT, ''))
  }
}

async function finish(folder: string, manifest: object): Promise<PackedPackage> {
  await write(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...manifest, publishConfig: { access: 'public' } }, null, 2)}\n`,
  )
  await cp(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'))
  const { name, version } = readPackage(folder)
  return { name, version, folder }
}

async function write(file: string, content: string | Buffer): Promise<void> {
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, content)
}
