import { mkdir, realpath, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, vi } from 'vitest'
import { build, newFolder } from './build'

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
  afterEach(() => vi.unstubAllEnvs())
  return () => root
}

/** Makes a temporary folder with the installed shared packages. */
async function remoteFolder(): Promise<string> {
  const root = await newFolder()
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
 * @throws Error with the errors and warnings of the build
 */
export async function buildRemote(root: string, files: Record<string, string>) {
  const manifest = { name: 'mf-x', version: '1.0.0', canje: { tab: { id: 'x', label: 'X', order: 1 } } }
  const all = {
    'package.json': JSON.stringify(manifest),
    'node_modules/@canje/shared-ui/package.json':
      '{ "name": "@canje/shared-ui", "version": "1.0.0", "main": "index.ts" }',
    ...files,
  }
  const built = await build(root, all, async () => {
    const { remoteConfig } = await import('../rspack')
    return remoteConfig(pathToFileURL(join(root, 'rspack.config.ts')).href)
  })
  const contents: Record<string, string[]> = {}
  for (const [file, code] of built) {
    const texts = file.endsWith('.js') && code.match(/of-[\w-]+/g)
    if (texts) contents[file] = [...new Set(texts)].sort()
  }
  return { contents, release: JSON.parse(built.get('release.json') ?? '') }
}
