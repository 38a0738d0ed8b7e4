import { constants, type Dirent, type Stats } from 'node:fs'
import { lstat, mkdir, open, readdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Lists the special files of a folder, which must not be published: a link to a private key would publish the key.
 *
 * @returns one sentence per entry that is neither a file nor a folder; none when the folder does not exist
 */
export async function specialFilesIn(folder: string): Promise<string[]> {
  const itself = await lstat(folder).catch(() => undefined)
  if (!itself) return []
  if (!itself.isDirectory()) return [findingOn(folder, itself)]
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isFile() && !entry.isDirectory())
    .map((entry) => findingOn(join(entry.parentPath, entry.name), entry))
    .sort()
}

/**
 * Copies a folder. It follows no link, not even one that replaces a file or folder during the copy.
 *
 * @param isWanted filters by name; an unwanted folder is left out with its content
 * @throws Error when an entry is neither a file nor a folder
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
  // O_NONBLOCK, because opening a pipe would block until its other end opens.
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK
  const file = await open(from, flags).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'ELOOP' ? changedError(from) : error
  })
  try {
    // A parent folder may have become a link: the open file must be the one at this path.
    const [opened, named] = [await file.stat(), await lstat(from)]
    const isNamed = (await realpath(from)) === from && named.ino === opened.ino && named.dev === opened.dev
    if (!opened.isFile() || !isNamed) throw changedError(from)
    await writeFile(to, await file.readFile())
  } finally {
    await file.close()
  }
}

function changedError(path: string): Error {
  return new Error(`${path} was changed while it was copied: build and publish again.`)
}

function findingOn(path: string, entry: Dirent | Stats): string {
  return `${path} is ${entry.isSymbolicLink() ? 'a symbolic link' : 'not a regular file'}: replace it with a copy, or remove it.`
}
