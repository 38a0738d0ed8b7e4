import { chmod, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/**
 * Makes a folder and all files in it inaccessible to other users of the machine, as PostgreSQL demands of its own data.
 *
 * @throws {Error} when the folder belongs to another user, or the file system keeps no permissions
 */
export async function makePrivate(directory: string): Promise<void> {
  if (process.platform === 'win32') return
  if ((await stat(directory)).uid !== process.getuid?.()) throw new Error('the folder belongs to another user')
  // The folder first: nobody enters it while its files follow.
  await setMode(directory, 0o700)
  const entries = await readdir(directory, { withFileTypes: true, recursive: true })
  for (const entry of entries) {
    const path = join(entry.parentPath, entry.name)
    if (entry.isDirectory()) await setMode(path, 0o700)
    else if (entry.isFile()) await setMode(path, 0o600)
  }
}

async function setMode(path: string, mode: number): Promise<void> {
  await chmod(path, mode)
  if (((await stat(path)).mode & 0o077) !== 0) throw new Error(`${path} cannot be protected from other users`)
}
