import { constants, type Dirent, type Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Finds what must not be published, wherever it leads: a link to a private key would publish the key.
 *
 * @returns one sentence for each entry that is neither a file nor a folder; none when there is no such folder
 */
export async function specialFilesIn(folder: string): Promise<string[]> {
  const itself = await lstat(folder).catch(() => undefined)
  if (!itself) return []
  if (!itself.isDirectory()) return [sentence(folder, itself)]
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isFile() && !entry.isDirectory())
    .map((entry) => sentence(join(entry.parentPath, entry.name), entry))
    .sort()
}

/**
 * Copies a folder. No link is followed, not even one that takes the place of a file or folder meanwhile.
 *
 * @param isWanted by name; a folder that is not wanted is left out with all it holds
 * @throws Error when something is neither a file nor a folder
 */
export async function copyPlainFiles(
  source: string,
  target: string,
  isWanted: (name: string) => boolean,
): Promise<void> {
  await copyFolder(await realpath(source), target, isWanted)
}

async function copyFolder(from: string, to: string, isWanted: (name: string) => boolean): Promise<void> {
  await mkdir(to, { recursive: true })
  for (const entry of await readdir(from, { withFileTypes: true })) {
    if (!isWanted(entry.name)) continue
    const copy = entry.isDirectory() ? copyFolder : copyFile
    await copy(join(from, entry.name), join(to, entry.name), isWanted)
  }
}

async function copyFile(from: string, to: string): Promise<void> {
  // Opening a pipe would wait for its other end.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(from, flags).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? changed(from) : error
  })
  try {
    // One of the folders above may be a link by now: what is open must be what has this very path.
    const [opened, named] = [await file.stat(), await lstat(from)]
    const isNamed = (await realpath(from)) === from && named.ino === opened.ino && named.dev === opened.dev
    if (!opened.isFile() || !isNamed) throw changed(from)
    await writeFile(to, await file.readFile())
  } finally {
    await file.close()
  }
}

function changed(path: string): Error {
  return new Error(`${path} was changed while it was copied.`)
}

function sentence(path: string, entry: Dirent | Stats): string {
  return `${path} is ${entry.isSymbolicLink() ? 'a symbolic link' : 'no file'}: put a copy in its place, or leave it out.`
}
