import { mkdir, mkdtemp, rmdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { asCommandError, CommandError } from './command-error'

/**
 * Makes the data directory when it is not there, and makes sure that it can be written to.
 *
 * @throws CommandError when it cannot
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await makeDirectory(directory)
    await rmdir(await mkdtemp(join(directory, '.write-test-')))
  } catch (error) {
    throw new CommandError(`DATA_DIR cannot be written to: ${asCommandError(error).message}.`)
  }
}

/** Node's own recursive mkdir never returns where the system refuses with ENOENT, as below /proc. */
async function makeDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined)
  if (found?.isDirectory()) return
  await makeDirectory(dirname(directory))
  await mkdir(directory)
}
