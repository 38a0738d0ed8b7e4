import { access, constants } from 'node:fs/promises'
import { join } from 'node:path'
import type { PostgresPool } from 'kysely'
import { DATA } from './back-up'
import { lockDirectory } from './directory-lock'
import { startEngine } from './engine'
import { makeDirectory } from './make-directory'
import { createPool } from './server'

/** Opens an embedded engine in memory; its data is lost when it is closed. */
export async function openMemoryPool(): Promise<PostgresPool> {
  return openPool(undefined)
}

/**
 * Opens an embedded engine with its data in `directory`, which is created when missing.
 * @throws {Error} when the directory is not writable or another process uses it
 */
export async function openDirectoryPool(directory: string): Promise<PostgresPool> {
  await makeDirectory(directory)
  await access(directory, constants.W_OK)
  const unlock = await lockDirectory(directory)
  try {
    return await openPool(join(directory, DATA), unlock)
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Opens the engine as a pool of its single connection, so that transactions are serialized. */
async function openPool(
  dataDirectory: string | undefined,
  afterClose: () => Promise<void> = async () => undefined,
): Promise<PostgresPool> {
  const engine = await startEngine(dataDirectory)
  const pool = createPool({ stream: engine.connect, user: 'postgres', max: 1, idleTimeoutMillis: 0 })
  return {
    connect: () => pool.connect(),
    end: async () => {
      await pool.end()
      await engine.close()
      await afterClose()
    },
  }
}
