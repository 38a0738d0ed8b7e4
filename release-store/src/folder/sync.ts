import { open, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes a folder with all its content to the disk, so that it is complete after a power failure. */
export async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  await Promise.all([folder, ...entries.map((entry) => join(entry.parentPath, entry.name))].map(sync))
}

/** Writes a file, or the names in a folder, to the disk. A rename is on the disk once its folder is. */
export async function sync(path: string): Promise<void> {
  // Windows syncs only what is open for writing, and no folder, whose names are in the journal of NTFS.
  const isWindows = process.platform === 'win32'
  if (isWindows && (await stat(path)).isDirectory()) return
  const file = await open(path, isWindows ? 'r+' : 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
