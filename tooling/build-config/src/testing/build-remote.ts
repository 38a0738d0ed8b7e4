import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { rspack } from '@rspack/core'
import { afterEach, beforeEach, vi } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../..')
const SHARED = ['react', 'react-dom', 'primereact', '@canje/shared-auth']

/** Makes each test of a file build remotes for production, in a new folder. @returns that folder, once a test runs */
export function productionRemotes(): () => string {
  let root = ''
  beforeEach(async () => {
    vi.resetModules()
    vi.stubEnv('NODE_ENV', 'test')
    root = await remoteFolder()
  })
  afterEach(async () => {
    vi.unstubAllEnvs()
    await rm(root, { recursive: true })
  })
  return () => root
}

/** Makes a temporary folder with the installed shared packages. */
async function remoteFolder(): Promise<string> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'canje-remote-')))
  await mkdir(join(root, 'node_modules/@canje'), { recursive: true })
  for (const name of SHARED)
    await symlink(await realpath(join(ROOT, 'node_modules', name)), join(root, 'node_modules', name))
  return root
}

/**
 * Builds a remote of these files.
 *
 * @param root a folder of {@link productionRemotes}
 * @returns the texts `of-…` of its sources by script, and its `release.json`
 * @throws Error with the errors of the build
 */
export async function buildRemote(root: string, files: Record<string, string>) {
  const manifest = { name: 'mf-x', version: '1.0.0', canje: { tab: { id: 'x', label: 'X', order: 1 } } }
  const all = {
    'package.json': JSON.stringify(manifest),
    'node_modules/@canje/shared-ui/package.json':
      '{ "name": "@canje/shared-ui", "version": "1.0.0", "main": "index.ts" }',
    ...files,
  }
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  const { remoteConfig } = await import('../rspack')
  const compiler = rspack(remoteConfig(pathToFileURL(join(root, 'rspack.config.ts')).href))
  const stats = await promisify(compiler.run.bind(compiler))()
  await promisify(compiler.close.bind(compiler))()
  if (stats?.hasErrors()) throw new Error(stats.toString({ all: false, errors: true }))
  const dist = join(root, 'dist')
  const contents: Record<string, string[]> = {}
  for (const file of await readdir(dist)) {
    const texts = file.endsWith('.js') && (await readFile(join(dist, file), 'utf8')).match(/of-[\w-]+/g)
    if (texts) contents[file] = [...new Set(texts)].sort()
  }
  return { contents, release: JSON.parse(await readFile(join(dist, 'release.json'), 'utf8')) }
}
