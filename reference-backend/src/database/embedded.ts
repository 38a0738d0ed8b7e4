import { access, constants, mkdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { PostgresPool, PostgresPoolClient, PostgresQueryResult } from 'kysely'
import { createTurns } from '../turns'
import { lockDirectory } from './directory-lock'

/** What is asked of an embedded engine: PostgreSQL's dialect, one query at a time. */
export interface Engine {
  query<Row>(statement: string, parameters: unknown[]): Promise<{ rows: Row[]; affectedRows?: number }>
  close(): Promise<void>
}

/** An embedded engine that forgets everything when closed. */
export async function openMemoryPool(): Promise<PostgresPool> {
  return poolOf(await PGlite.create())
}

/**
 * An embedded engine that keeps its state in `directory`, made when missing.
 * Rejects when the directory cannot be written to or another process uses it.
 */
export async function openDirectoryPool(directory: string): Promise<PostgresPool> {
  await makeDirectory(directory)
  await access(directory, constants.W_OK)
  const unlock = await lockDirectory(directory)
  try {
    return poolOf(await PGlite.create(join(directory, 'pgdata')), unlock)
  } catch (error) {
    await unlock()
    throw error
  }
}

/** Node's own recursive mkdir never returns where the system refuses with ENOENT, as below /proc. */
async function makeDirectory(directory: string): Promise<void> {
  const found = await stat(directory).catch(() => undefined)
  if (found?.isDirectory()) return
  await makeDirectory(dirname(directory))
  await mkdir(directory)
}

/** The engine as a pool of its single connection, so that a transaction keeps others out until it ends. */
function poolOf(engine: Engine, afterClose: () => Promise<void> = async () => undefined): PostgresPool {
  const takeTurn = createTurns()
  return {
    connect: async () => clientOf(engine, await takeTurn()),
    end: async () => {
      await takeTurn()
      await engine.close()
      await afterClose()
    },
  }
}

function clientOf(engine: Engine, release: () => void): PostgresPoolClient {
  async function query<Row>(statement: unknown, parameters: readonly unknown[] = []) {
    if (typeof statement !== 'string') throw new Error('The embedded database has no cursors: send SQL text.')
    const { rows, affectedRows = 0 } = await engine.query<Row>(statement, [...parameters])
    // Kysely looks at `command` only to tell whether `rowCount` counts changed rows; the engine's own count always does.
    return { command: 'UPDATE', rowCount: affectedRows, rows } satisfies PostgresQueryResult<Row>
  }
  return { query: query as PostgresPoolClient['query'], release }
}
