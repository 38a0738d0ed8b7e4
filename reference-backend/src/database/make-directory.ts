import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Makes a directory, and those above it, where there is none. Rejects when the system refuses: Node's own recursive mkdir
 * never returns where that is with ENOENT, as below /proc.
 */
export async function makeDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined)
  if (found?.isDirectory()) return
  await makeDirectory(dirname(directory))
  await mkdir(directory)
}
