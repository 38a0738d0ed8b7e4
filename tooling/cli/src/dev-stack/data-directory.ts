import type { KeyObject } from 'node:crypto'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rename, rmdir, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Name } from '@canje/registry'
import { createKey, readKey } from '@canje/release-store'
import * as v from 'valibot'
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

/**
 * The file of the key that signs a remote in this directory's release store: the remote's own, or that of the operator.
 *
 * @param remote a remote that has no key yet is signed by the operator, as everything else is
 */
export function keyFileIn(directory: string, remote?: string): string {
  const own = v.is(Name, remote) ? ownKeyFile(directory, remote) : ''
  return existsSync(own) ? own : operatorKeyFile(directory)
}

/**
 * Reads the operator's key of this directory's release store, or creates it if it does not exist.
 *
 * @throws CommandError when the file cannot be created or contains no key
 */
export function operatorKeyOf(directory: string): Promise<KeyObject> {
  return readOrCreateKey(operatorKeyFile(directory))
}

/**
 * Reads the keys of remotes of this directory's release store, or creates those that do not exist.
 *
 * @param remotes names
 * @throws CommandError when a file cannot be created or contains no key
 */
export async function remoteKeysOf(directory: string, remotes: string[]): Promise<Map<string, KeyObject>> {
  const keys = new Map<string, KeyObject>()
  for (const name of remotes) keys.set(name, await readOrCreateKey(ownKeyFile(directory, name)))
  return keys
}

const ownKeyFile = (directory: string, remote: string) => join(directory, 'keys', `${remote}.pem`)
const operatorKeyFile = (directory: string) => join(directory, 'release-key.pem')

/** On demand: a publishing job installs no backend. */
async function makeDirectory(directory: string): Promise<void> {
  const backend = await import('@canje/reference-backend/make-directory')
  await backend.makeDirectory(directory)
}

async function readOrCreateKey(file: string): Promise<KeyObject> {
  try {
    await makeDirectory(dirname(file))
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
