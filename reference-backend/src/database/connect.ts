import { Kysely, Migrator, PostgresDialect, type PostgresPool, sql } from 'kysely'

import { reasonOf } from '../reason'
import { openDirectoryPool, openMemoryPool } from './embedded'
import { migrations } from './migrations'
import { isPostgresUrl } from './postgres-url'
import type { Database, Schema } from './schema'
import { cutAtEnd, openServerPool, type ServerLimits, serverConnections } from './server'

export type DatabaseChoice =
  | { kind: 'memory' }
  | { kind: 'embedded'; directory: string }
  | { kind: 'postgres'; url: string }

const oldestVersion = 130_000
/** Of a server's connections. */
const keptForShortCalls = 3

/**
 * Opens the chosen database and brings its tables up to date. `destroy()` closes it.
 * Rejects with one line that says which database, why, and what to do; nothing is left open then.
 */
export async function openDatabase(choice: DatabaseChoice): Promise<Database> {
  try {
    const database = databaseOf(await openPool(choice))
    try {
      await checkServer(database)
      await migrate(database)
    } catch (error) {
      await database.destroy()
      throw error
    }
    return database
  } catch (error) {
    throw new Error(`Cannot use ${labelOf(choice)}: ${reasonOf(error)}. ${adviceFor(choice)}`, { cause: error })
  }
}

/**
 * Opens the chosen database as {@link openDatabase} does, and fills it. From then on a server has to keep the limits, which a
 * migration of large tables need not; the embedded engine has none.
 */
export async function openLimited(
  choice: DatabaseChoice,
  limits: ServerLimits,
  fill: (database: Database) => Promise<void>,
): Promise<Database> {
  const database = await openDatabase(choice)
  try {
    await fill(database)
  } catch (error) {
    await database.destroy()
    throw error
  }
  if (choice.kind !== 'postgres') return database
  await database.destroy()
  return databaseOf(cutAtEnd(openServerPool(choice.url, limits)))
}

function databaseOf(pool: PostgresPool): Database {
  return new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * How many pages of lists may be read at once. Everyone else needs a connection too: on a server some are left, and the
 * only one of an embedded database is free between two pages.
 */
export function pagesAtOnce({ kind }: DatabaseChoice): number {
  return kind === 'postgres' ? serverConnections - keptForShortCalls : 1
}

async function openPool(choice: DatabaseChoice): Promise<PostgresPool> {
  if (choice.kind === 'memory') return openMemoryPool()
  if (choice.kind === 'embedded') return openDirectoryPool(choice.directory)
  if (!isPostgresUrl(choice.url))
    throw new Error('its address is not a postgres:// URL with special characters percent-encoded')
  return openServerPool(choice.url)
}

async function checkServer(database: Database): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::integer as version,
           current_setting('server_encoding') as encoding`.execute(database)
  const server = rows[0]
  if (!server || server.version < oldestVersion) throw new Error('it is older than PostgreSQL 13')
  if (server.encoding !== 'UTF8') throw new Error(`its encoding is ${server.encoding} where UTF8 is needed`)
}

async function migrate(database: Database): Promise<void> {
  const { error } = await new Migrator({ db: database, provider: migrations }).migrateToLatest()
  if (error) throw error
}

function labelOf(choice: DatabaseChoice): string {
  if (choice.kind === 'memory') return 'the embedded database in memory'
  if (choice.kind === 'embedded') return `the embedded database in ${choice.directory}`
  if (!isPostgresUrl(choice.url)) return 'the PostgreSQL server'
  const { host, pathname } = new URL(choice.url)
  return `the PostgreSQL database ${host}${pathname}`
}

function adviceFor(choice: DatabaseChoice): string {
  if (choice.kind === 'postgres')
    return 'Check DATABASE_URL, and that the server runs and lets this user create tables.'
  if (choice.kind === 'embedded')
    return 'Choose another directory with DATA_DIR, or move this one away to start with a new database.'
  return 'Start again.'
}
