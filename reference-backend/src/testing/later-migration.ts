import { sql } from 'kysely'
import { migrations } from '../database/migrations'

/**
 * Adds a migration to those of this process, as a later version has it.
 * @returns a function that removes it
 */
export function addLaterMigration(): () => void {
  const { getMigrations } = migrations
  migrations.getMigrations = async () => ({
    ...(await getMigrations()),
    '9999_later': { up: async (db) => void (await sql`alter table settings add column later text`.execute(db)) },
  })
  return () => {
    migrations.getMigrations = getMigrations
  }
}
