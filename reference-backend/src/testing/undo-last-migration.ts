import { sql } from 'kysely'
import type { Database } from '../database/schema'

/** Makes the database one of an earlier version: undoes its last migration. */
export async function undoLastMigration(database: Database): Promise<void> {
  await sql`alter table staff_events drop column batch`.execute(database)
  await sql`delete from kysely_migration where name = '0011_name_batches'`.execute(database)
}
