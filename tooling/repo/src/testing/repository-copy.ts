import { existsSync } from 'node:fs'
import { appendFile, mkdir, mkdtemp, readdir, readlink, symlink } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { runChild } from '@canje/cli/project'
import { findPackages, ROOT } from '../workspace'

const OWN_PACKAGES = 'node_modules/@canje'
/** What tools keep in `node_modules`, without the links to programs and npm's own list. */
const CACHE = /^\.(?!bin$|package-lock\.json$)/

/** The settings of the copy: commits by nobody, and without the hooks and signatures of this machine. */
const GIT_CONFIG = `
[user]
	name = Canje
	email = canje@localhost
[commit]
	gpgsign = false
[core]
	hooksPath = /dev/null
`

/**
 * Clones the repository to a temporary folder, as if its present files were committed: without ignored files, and with a
 * commit. Installed packages are links to the originals, so do not install into the copy. Links to the repository's own
 * packages point into the copy.
 *
 * @param prefix of the folder's name
 * @returns absolute path of the copy
 * @throws Error with the output of git
 */
export async function copyRepository(prefix = 'canje-copy-'): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), prefix))
  const gitDirectory = join(copy, '.git')
  await git(copy, 'init', '--quiet', '--initial-branch=main')
  await appendFile(join(gitDirectory, 'config'), GIT_CONFIG)
  await git(ROOT, '--git-dir', gitDirectory, '--work-tree', ROOT, 'add', '--all')
  await git(copy, 'commit', '--quiet', '--message', 'Copy the repository')
  await git(copy, 'reset', '--quiet', '--hard')
  // Where two versions of a package are installed, one of them is in the folder of the package that needs it.
  for (const folder of [ROOT, ...findPackages().map(({ directory }) => directory)])
    await linkPackages(join(relative(ROOT, folder), 'node_modules'), copy)
  return copy
}

/** Runs git in a folder. @throws Error with its output */
export async function git(cwd: string, ...args: string[]): Promise<void> {
  const { code, output } = await runChild('git', args, { cwd })
  if (code !== 0) throw new Error(`git ${args.join(' ')} failed:\n${output}`)
}

/** Links the packages and programs of a folder of `node_modules`. The repository's own packages, and programs, are relative links. */
async function linkPackages(folder: string, copy: string): Promise<void> {
  const originals = join(ROOT, folder)
  if (!existsSync(originals)) return
  await mkdir(join(copy, folder))
  for (const entry of await readdir(originals, { withFileTypes: true })) {
    const path = join(folder, entry.name)
    const original = join(originals, entry.name)
    if (path === OWN_PACKAGES || entry.name === '.bin') await linkPackages(path, copy)
    else if (!CACHE.test(entry.name))
      await symlink(entry.isSymbolicLink() ? await readlink(original) : original, join(copy, path))
  }
}
