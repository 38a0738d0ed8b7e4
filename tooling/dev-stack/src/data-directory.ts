import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { asCommandError, CommandError } from '@canje/project'
import { makeDirectory } from '@canje/reference-backend/make-directory'
import { createKey, readKey } from '@canje/release-store'

/**
 * Creates the data directory if it does not exist, and checks that it is writable.
 *
 * @throws CommandError when it cannot be created or written to
 */
export async function prepareDataDirectory(directory: string): Promise<void> {
  try {
    await makeDirectory(directory)
    await rmdir(await mkdtemp(join(directory, '.write-test-')))
  } catch (error) {
    throw new CommandError(`DATA_DIR is not writable: ${asCommandError(error).message}.`)
  }
}

/**
 * Reads the signing key of this directory's release store, or creates it if it does not exist.
 *
 * @throws CommandError when the file cannot be created or contains no key
 */
export async function releaseKeyOf(directory: string): Promise<KeyObject> {
  const file = join(directory, 'release-key.pem')
  try {
    if (!existsSync(file)) await writeFile(file, createKey(), { mode: 0o600, flag: 'wx' })
    await chmod(file, 0o600)
    return await readKey(file)
  } catch (error) {
    throw new CommandError(`DATA_DIR has no usable release key: ${asCommandError(error).message}`)
  }
}
