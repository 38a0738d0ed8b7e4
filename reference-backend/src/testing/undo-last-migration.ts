import { sql } from 'kysely'
import type { Database } from '../database/schema'

/** Makes the database one of an earlier version: undoes its last migration. */
export async function undoLastMigration(database: Database): Promise<void> {
  await sql`drop table sign_in_counters`.execute(database)
  await sql`delete from kysely_migration where name = '0010_create_sign_in_counters'`.execute(database)
}
