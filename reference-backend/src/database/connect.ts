import { Kysely, Migrator, type PostgresPool, sql } from 'kysely'
import { reasonOf } from '../reason'
import { copyData } from './data-folder'
import { Dialect } from './dialect'
import { LockError } from './directory-lock'
import { diskErrorOf } from './disk-error'
import { openDirectoryPool, openEmbeddedPool } from './embedded'
import { migrations } from './migrations'
import { isPostgresUrl, placeOf } from './postgres-url'
import { openRecoveringPool } from './recovering-pool'
import type { Database, Schema } from './schema'
import { defaultServerLimits, type ServerLimits } from './server'

export type DatabaseChoice =
  | { kind: 'memory' }
  | { kind: 'embedded'; directory: string }
  | { kind: 'postgres'; url: string }

/**
 * Opens the chosen database and applies the pending migrations, after a copy of an embedded database that has data.
 * `destroy()` closes it.
 *
 * @param limits of a PostgreSQL server; the embedded engine has none
 * @throws {Error} one line with the database, the reason and what to do; nothing stays open
 */
export async function openDatabase(choice: DatabaseChoice, limits = defaultServerLimits): Promise<Database> {
  const open = async () => new Kysely<Schema>({ dialect: new Dialect({ pool: await openPool(choice, limits) }) })
  let database: Database | undefined
  try {
    database = await open()
    await checkServer(database)
    if (choice.kind === 'embedded' && (await isOutdated(database))) {
      // A copy of a stopped engine is consistent.
      await database.destroy()
      await copyData(choice.directory)
      database = await open()
    }
    await migrate(database)
    return database
  } catch (error) {
    await database?.destroy()
    throw openError(choice, error)
  }
}

/** Opens the pool of a database, without its migrations. */
export async function openPool(choice: DatabaseChoice, limits: ServerLimits): Promise<PostgresPool> {
  if (choice.kind === 'memory') return openEmbeddedPool()
  if (choice.kind === 'embedded') return openDirectoryPool(choice.directory)
  if (!isPostgresUrl(choice.url))
    throw new Error('the URL is not a postgres:// URL with special characters percent-encoded')
  return openRecoveringPool(choice.url, limits)
}

async function checkServer(database: Database): Promise<void> {
  const { rows } = await sql<{ version: number; encoding: string }>`
    select current_setting('server_version_num')::integer as version,
           current_setting('server_encoding') as encoding`.execute(database)
  const { version = 0, encoding } = rows[0] ?? {}
  if (version < 130_000) throw new Error('the server is older than PostgreSQL 13')
  if (encoding !== 'UTF8') throw new Error(`the encoding of the database is ${encoding}, not UTF8`)
}

/** Whether migrations are about to change existing data. */
async function isOutdated(database: Database): Promise<boolean> {
  const all = await migratorOf(database).getMigrations()
  return all.some(({ executedAt }) => executedAt) && all.some(({ executedAt }) => !executedAt)
}

async function migrate(database: Database): Promise<void> {
  const { error } = await migratorOf(database).migrateToLatest()
  if (error instanceof Error && /^corrupted migrations: previously executed/.test(error.message))
    throw new Error('another version made it: start that version, or choose another database', { cause: error })
  if (error) throw error
}

function migratorOf(database: Database): Migrator {
  return new Migrator({ db: database, provider: migrations })
}

/** Describes an error of a database that cannot be used: one line with the database, the reason and what to do. */
export function openError(choice: DatabaseChoice, error: unknown): Error {
  const disk = choice.kind === 'embedded' ? diskErrorOf(error, choice.directory) : undefined
  const reason = `Cannot use ${labelOf(choice)}: ${reasonOf(disk ?? error)}.`
  const isAdvised = disk !== undefined || error instanceof LockError
  return new Error(isAdvised ? reason : `${reason} ${adviceFor(choice)}`, { cause: error })
}

function labelOf(choice: DatabaseChoice): string {
  if (choice.kind === 'memory') return 'the embedded database in memory'
  if (choice.kind === 'embedded') return `the embedded database in ${choice.directory}`
  if (!isPostgresUrl(choice.url)) return 'the PostgreSQL server'
  return `the PostgreSQL database ${placeOf(choice.url)}`
}

function adviceFor(choice: DatabaseChoice): string {
  if (choice.kind === 'postgres')
    return 'Check DATABASE_URL, that the server runs, and that its user may create tables.'
  if (choice.kind === 'embedded')
    return 'Choose another directory with DATA_DIR, or move this one to start with a new database.'
  return 'Start the backend again.'
}
