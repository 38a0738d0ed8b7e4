import { sql } from 'kysely'
import type { Database } from '../database/schema'

/** Drops the templates of new databases, which nothing uses. They are nine tenths of an embedded database's files. */
export async function dropTemplates(database: Database): Promise<void> {
  await sql`update pg_database set datistemplate = false`.execute(database)
  for (const template of ['template0', 'template1']) await sql`drop database ${sql.id(template)}`.execute(database)
}
