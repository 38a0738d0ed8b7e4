import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresPool } from 'kysely'
import { DATA, prepareData } from './data-folder'
import { lockDirectory } from './directory-lock'
import { startEngine } from './engine'
import { makeDirectory } from './make-directory'
import { makePrivate } from './private-files'
import { withForcedEnd } from './recovering-pool'
import { createPool } from './server'

/**
 * Opens an embedded engine with its data in `directory`, which is created when missing and closed to other users.
 * @throws {Error} when the directory is not writable, cannot be protected, or is used by another process, or when a new
 * database would hide the loss of an old one
 */
export async function openDirectoryPool(directory: string): Promise<PostgresPool> {
  await makeDirectory(directory)
  await access(directory, constants.W_OK)
  const unlock = lockDirectory(directory)
  try {
    await makePrivate(directory)
    const confirmOpened = await prepareData(directory)
    const pool = await openEmbeddedPool(join(directory, DATA), unlock)
    await confirmOpened()
    return pool
  } catch (error) {
    unlock()
    throw error
  }
}

/**
 * Opens an embedded engine as a pool of its single connection, so that transactions are serialized.
 * @param dataDirectory its data; undefined for data in memory
 */
export async function openEmbeddedPool(
  dataDirectory?: string,
  afterClose: () => void = () => undefined,
): Promise<PostgresPool> {
  const engine = await startEngine(dataDirectory)
  const pool = withForcedEnd(createPool({ stream: engine.connect, user: 'postgres', max: 1, idleTimeoutMillis: 0 }))
  return {
    connect: () => pool.connect(),
    end: async () => {
      await pool.end()
      await engine.close()
      afterClose()
    },
  }
}
