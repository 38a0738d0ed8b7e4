import type { Database } from './schema'

/** The tables that the lists are made of. */
export type ListedTable = 'users' | 'codes' | 'scores' | 'referrals'

/**
 * What changes, to a value that never was before, with every transaction that writes to one of the tables. Read before
 * the rows, it is never newer than they are: rows that come with an old marker are but sent once more.
 */
export async function changeMarkers(database: Database, tables: readonly ListedTable[]): Promise<string[]> {
  const rows = await database
    .selectFrom('change_markers')
    .select('marker')
    .where('table_name', 'in', tables)
    .orderBy('table_name')
    .execute()
  return rows.map(({ marker }) => marker)
}
