import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a directory and its missing parents, which another process may create at the same time. Node's own recursive
 * mkdir never returns where the system responds with ENOENT, as below /proc.
 * @throws {Error} the system's error when it refuses
 */
export async function makeDirectory(directory: string): Promise<void> {
  if (await isDirectory(directory)) return
  await makeDirectory(dirname(directory))
  try {
    await mkdir(directory)
  } catch (error) {
    if (!(await isDirectory(directory))) throw error
  }
}

async function isDirectory(path: string): Promise<boolean> {
  const found = await stat(path).catch(() => undefined)
  return found?.isDirectory() ?? false
}
