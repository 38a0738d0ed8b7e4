import { sql } from 'kysely'
import type { Database } from '../database/schema'

/** Makes the database one of an earlier version: undoes its last migration. */
export async function undoLastMigration(database: Database): Promise<void> {
  await sql`alter table users drop column phone_digits, add column folded_phone text`.execute(database)
  await sql`delete from kysely_migration where name = '0012_fold_texts'`.execute(database)
}
