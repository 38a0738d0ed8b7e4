import { Kysely, Migrator, type PostgresPool, sql } from 'kysely'

import { reasonOf } from '../reason'
import { backUp } from './back-up'
import { Dialect } from './dialect'
import { LockError } from './directory-lock'
import { diskErrorOf } from './disk-error'
import { openDirectoryPool, openMemoryPool } from './embedded'
import { keepSameSchema, migrations } from './migrations'
import { isPostgresUrl, placeOf } from './postgres-url'
import { openRecoveringPool } from './recovering-pool'
import type { Database, Schema } from './schema'
import { type ServerLimits, serverConnections } from './server'
import { isUnavailable } from './unavailable'

export type DatabaseChoice =
  | { kind: 'memory' }
  | { kind: 'embedded'; directory: string }
  | { kind: 'postgres'; url: string }

const minimumVersion = 130_000
/** The recorded migrations of a database are not those of this version. */
class OtherVersionError extends Error {}

/** Server connections that pages of lists never take. */
const reservedConnections = 3

/**
 * Opens the chosen database and applies the pending migrations, after a back-up of an embedded database that has data.
 * `destroy()` closes it.
 * @throws {Error} one line with the database, the reason and what to do; nothing stays open
 */
export async function openDatabase(choice: DatabaseChoice): Promise<Database> {
  try {
    const pool = await openPool(choice)
    if (choice.kind !== 'embedded') return await openMigrated(pool)
    return await openMigrated(pool, async () => {
      await backUp(choice.directory)
      return openPool(choice)
    })
  } catch (error) {
    throw openError(choice, error)
  }
}

/**
 * Applies the pending migrations to an open database.
 *
 * @param reopenBackedUp backs up a stopped database that migrations are about to change, and opens it again
 * @throws {Error} the reason; nothing stays open
 */
export async function openMigrated(
  pool: PostgresPool,
  reopenBackedUp?: () => Promise<PostgresPool>,
): Promise<Database> {
  let database = databaseOf(pool)
  try {
    await checkServer(database)
    await keepSameSchema(database)
    if (reopenBackedUp && (await isOutdated(database))) {
      // A copy of a stopped engine is consistent.
      await database.destroy()
      database = databaseOf(await reopenBackedUp())
    }
    await migrate(database)
  } catch (error) {
    await database.destroy()
    throw error
  }
  return database
}

/**
 * Opens the chosen database with {@link openDatabase} and fills it. The limits apply afterwards, since migrating large
 * tables may take longer. The embedded engine has no limits.
 * @throws {Error} as {@link openDatabase}, or the error of `fill`
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
    throw isUnavailable(error) ? openError(choice, error) : error
  }
  if (choice.kind !== 'postgres') return database
  await database.destroy()
  return databaseOf(openRecoveringPool(choice.url, limits))
}

function databaseOf(pool: PostgresPool): Database {
  return new Kysely<Schema>({ dialect: new Dialect({ pool }) })
}

/**
 * The maximum of pages that are read concurrently. Other requests keep a connection: on a server some are reserved, and the
 * only connection of an embedded database is free between two pages.
 */
export function maxConcurrentPages({ kind }: DatabaseChoice): number {
  return kind === 'postgres' ? serverConnections - reservedConnections : 1
}

async function openPool(choice: DatabaseChoice): Promise<PostgresPool> {
  if (choice.kind === 'memory') return openMemoryPool()
  if (choice.kind === 'embedded') return openDirectoryPool(choice.directory)
  if (!isPostgresUrl(choice.url))
    throw new Error('the URL is not a postgres:// URL with special characters percent-encoded')
  return openRecoveringPool(choice.url)
}

async function checkServer(database: Database): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::integer as version,
           current_setting('server_encoding') as encoding`.execute(database)
  const server = rows[0]
  if (!server || server.version < minimumVersion) throw new Error('the server is older than PostgreSQL 13')
  if (server.encoding !== 'UTF8') throw new Error(`the encoding of the database is ${server.encoding}, not UTF8`)
}

/** Whether migrations are about to change existing data. */
async function isOutdated(database: Database): Promise<boolean> {
  const all = await migratorOf(database).getMigrations()
  return all.some(({ executedAt }) => executedAt) && all.some(({ executedAt }) => !executedAt)
}

async function migrate(database: Database): Promise<void> {
  const { error } = await migratorOf(database).migrateToLatest()
  if (error instanceof Error && /^corrupted migrations: previously executed/.test(error.message))
    throw new OtherVersionError('another version made it', { cause: error })
  if (error) throw error
}

function migratorOf(database: Database): Migrator {
  return new Migrator({ db: database, provider: migrations })
}

/** One line with the database, the reason and what to do. */
function openError(choice: DatabaseChoice, error: unknown): Error {
  const disk = choice.kind === 'embedded' ? diskErrorOf(error, choice.directory) : undefined
  const reason = `Cannot use ${labelOf(choice)}: ${reasonOf(disk ?? error)}.`
  const isAdvised = disk !== undefined || error instanceof LockError
  return new Error(isAdvised ? reason : `${reason} ${adviceFor(choice, error)}`, { cause: error })
}

function labelOf(choice: DatabaseChoice): string {
  if (choice.kind === 'memory') return 'the embedded database in memory'
  if (choice.kind === 'embedded') return `the embedded database in ${choice.directory}`
  if (!isPostgresUrl(choice.url)) return 'the PostgreSQL server'
  return `the PostgreSQL database ${placeOf(choice.url)}`
}

function adviceFor(choice: DatabaseChoice, error: unknown): string {
  if (choice.kind === 'postgres' && error instanceof OtherVersionError)
    return 'Choose another database with DATABASE_URL, or start that version.'
  if (choice.kind === 'postgres')
    return 'Check DATABASE_URL, that the server runs, and that its user may create tables.'
  if (choice.kind === 'embedded')
    return 'Choose another directory with DATA_DIR, or move this one to start with a new database.'
  return 'Start the backend again.'
}
