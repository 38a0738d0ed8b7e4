import { open, stat } from 'node:fs/promises'

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
