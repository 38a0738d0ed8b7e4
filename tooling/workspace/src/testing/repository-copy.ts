import { existsSync } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, readlink, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, relative } from 'node:path'
import { findPackages, ROOT } from '../workspace'

const OWN_PACKAGES = 'node_modules/@canje'

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
  await linkPackages('node_modules', copy)
  await mkdir(join(copy, OWN_PACKAGES))
  await linkPackages(OWN_PACKAGES, copy)
  // Where two versions of a package are installed, one of them is in the folder of the package that needs it.
  const nested = findPackages().map(({ directory }) => join(directory, 'node_modules'))
  await Promise.all(
    nested.filter(existsSync).map((original) => symlink(original, join(copy, relative(ROOT, original)))),
  )
  return copy
}

/** Links the packages of a folder of `node_modules`. The repository's own ones are relative links. */
async function linkPackages(folder: string, copy: string): Promise<void> {
  const installed = await readdir(join(ROOT, folder), { withFileTypes: true })
  await Promise.all(
    installed
      .filter((entry) => join(folder, entry.name) !== OWN_PACKAGES)
      .map(async (entry) => {
        const original = join(ROOT, folder, entry.name)
        const target = entry.isSymbolicLink() ? await readlink(original) : original
        await symlink(target, join(copy, folder, entry.name))
      }),
  )
}

function isSource(path: string): boolean {
  const name = basename(path)
  const isRoot = relative(ROOT, path) === ''
  return isRoot || !(name.startsWith('.') || name === 'node_modules' || name === 'dist')
}
