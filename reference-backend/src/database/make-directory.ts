import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a directory and its missing parents. Node's own recursive mkdir never returns where the system responds with
 * ENOENT, as below /proc.
 * @throws {Error} the system's error when it refuses
 */
export async function makeDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined)
  if (found?.isDirectory()) return
  await makeDirectory(dirname(directory))
  await mkdir(directory)
}
