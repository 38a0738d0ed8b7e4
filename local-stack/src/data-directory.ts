import { mkdir, mkdtemp, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { asCommandError, CommandError } from './command-error'

/**
 * Makes the data directory when it is not there, and makes sure that it can be written to.
 *
 * @throws CommandError when it cannot
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await mkdir(directory, { recursive: true })
    await rmdir(await mkdtemp(join(directory, '.write-test-')))
  } catch (error) {
    throw new CommandError(`DATA_DIR cannot be written to: ${asCommandError(error).message}.`)
  }
}
