import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdtemp, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeDirectory } from 'reference-backend/make-directory'
import { createKey, readKey } from 'registry/store'
import { asCommandError, CommandError } from 'workspace'

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

/**
 * The key that this directory's release store is signed with; made when it is not there.
 *
 * @throws CommandError when the file cannot be made or holds no key
 */
export async function releaseKeyOf(directory: string): Promise<KeyObject> {
  const file = join(directory, 'release-key.pem')
  try {
    if (!existsSync(file)) await writeFile(file, createKey(), { mode: 0o600, flag: 'wx' })
    return await readKey(file)
  } catch (error) {
    throw new CommandError(`DATA_DIR has no usable key for releases: ${asCommandError(error).message}`)
  }
}
