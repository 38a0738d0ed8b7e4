import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rename, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKey, readKey } from '@canje/release-store'
import { asCommandError, CommandError } from '../project/command-error'

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
    const { diskErrorOf } = await import('@canje/reference-backend/disk-error')
    const reason = diskErrorOf(error, directory) ?? asCommandError(error)
    throw new CommandError(`DATA_DIR is not writable: ${reason.message}.`)
  }
}

/** The release store of a data directory. */
export function releaseStoreIn(directory: string): string {
  return join(directory, 'remotes')
}

/** The file of the key of this directory's release store, which is the operator's and signs every remote. */
export function keyFileIn(directory: string): string {
  return join(directory, 'release-key.pem')
}

/**
 * Reads the key of this directory's release store, or creates it if it does not exist.
 *
 * @throws CommandError when the file cannot be created or contains no key
 */
export async function releaseKeyOf(directory: string): Promise<KeyObject> {
  const file = keyFileIn(directory)
  try {
    await makeDirectory(directory)
    if (!existsSync(file)) {
      await writeFile(`${file}.new`, createKey(), { mode: 0o600 })
      await rename(`${file}.new`, file)
    }
    await chmod(file, 0o600)
    return await readKey(file)
  } catch (error) {
    throw new CommandError(`DATA_DIR has no usable release key: ${asCommandError(error).message}`)
  }
}

/** On demand: a publishing job installs no backend. */
async function makeDirectory(directory: string): Promise<void> {
  const backend = await import('@canje/reference-backend/make-directory')
  await backend.makeDirectory(directory)
}
