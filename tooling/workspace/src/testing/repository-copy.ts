import { cp, mkdir, mkdtemp, readdir, readlink, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { ROOT } from '../workspace'

/**
 * Copies the sources of the repository to a temporary folder. Installed packages are links to the originals, so do not
 * install into the copy. Links to the repository's own packages point into the copy.
 *
 * @returns absolute path of the copy
 */
export async function copyRepository(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'canje-copy-'))
  await cp(ROOT, copy, { recursive: true, filter: isSource })
  await mkdir(join(copy, 'node_modules'))
  const installed = await readdir(join(ROOT, 'node_modules'), { withFileTypes: true })
  await Promise.all(
    installed.map(async (entry) => {
      const original = join(ROOT, 'node_modules', entry.name)
      const target = entry.isSymbolicLink() ? await readlink(original) : original
      await symlink(target, join(copy, 'node_modules', entry.name))
    }),
  )
  return copy
}

function isSource(path: string): boolean {
  const name = basename(path)
  const isRoot = relative(ROOT, path) === ''
  return isRoot || !(name.startsWith('.') || name === 'node_modules' || name === 'dist')
}
