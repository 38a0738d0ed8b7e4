import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach } from 'vitest'
import { openDatabase } from '../database/connect'
import type { Database } from '../database/schema'
import { describeOnEachEngine, type TestDatabase } from './engines'

const people = [
  { name: 'José Núñez', phone: '+573001112233' },
  { name: 'ÁNGELA Peña', phone: '+573014445566' },
  { name: 'Lui\u0301s 100%_\\o/', phone: '+573027778899' },
  { name: "Ana O'Neill", phone: '+573100000000' },
]
const user = (person: { name: string; phone: string }, index: number) => ({
  id: index + 1,
  ...person,
  mail: `user${index + 1}@example.com`,
  identification_number: `00${index + 1}`,
  city_name: 'Bogotá',
  document_type: 'CC',
  registered_at: '2025-01-01T04:59:59Z',
})
/** The number of queries on a PostgreSQL server's database that wait for a lock. */
export async function waitingForLock(database: Database): Promise<number | undefined> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(database)
  return rows[0]?.count
}

/** All rows of all tables, as text. */
export async function contentOf(database: Database): Promise<string> {
  const tables = await database.introspection.getTables()
  const contents = await Promise.all(tables.map(({ name }) => sql`select * from ${sql.table(name)}`.execute(database)))
  return JSON.stringify(contents.map(({ rows }) => rows))
}

/** Creates a score row. */
export const score = (id: number, user_id: number, points: number, code_id: number | null = null) => ({
  ...{ id, user_id, points, code_id },
  locate: 'Tienda',
  earned_at: '2025-06-01T12:00:00Z',
})
/** Creates a referral row. */
export const referral = (id: number, referrer_id: number, referred_id: number, points = 100) => ({
  ...{ id, referrer_id, referred_id, points },
  locate: 'Mercado',
  referred_at: '2025-07-01T12:00:00Z',
})

/**
 * Runs tests of queries on each engine, with four users. Each test starts with one redeemed code (1000), four scores and no
 * referrals. Scores 1 and 4 are of user 1, the first from the code; 2 is of user 2, and 3 of user 3.
 */
export function describeQueries(title: string, suite: (database: () => Database) => void): void {
  describeOnEachEngine(title, (createDatabase) => {
    let testDatabase: TestDatabase
    let database: Database

    beforeAll(async () => {
      testDatabase = await createDatabase()
      database = await openDatabase(testDatabase.choice)
      await database.insertInto('users').values(people.map(user)).execute()
    })
    beforeEach(async () => {
      for (const table of ['scores', 'referrals', 'codes'] as const) await database.deleteFrom(table).execute()
      const redeemed = { id: 1000, name: 'REDEEMED', user_id: 1, created_at: '2025-02-01T00:00:00Z' }
      await database
        .insertInto('codes')
        .values({ ...redeemed, redeemed_at: '2025-06-01T12:00:00Z' })
        .execute()
      await database
        .insertInto('scores')
        .values([score(1, 1, 50, 1000), score(2, 2, 7), score(3, 3, 1), score(4, 1, 20)])
        .execute()
    })
    afterAll(async () => {
      await database.destroy()
      await testDatabase.remove()
    })

    suite(() => database)
  })
}
