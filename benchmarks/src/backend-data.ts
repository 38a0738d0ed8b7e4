import type { Database } from '@canje/reference-backend/testing'
import { type RawBuilder, sql } from 'kysely'

/**
 * Fills an empty database with `rows` codes, `rows` scores, and a tenth as many users and referrals. Two codes of five
 * are redeemed, each for a score. Each referral adds a row to the report, which has `1.1 × rows`.
 */
export async function fillTables(database: Database, rows: number): Promise<void> {
  const users = Math.max(10, Math.round(rows / 10))
  const series = (last: number) => sql`generate_series(1, ${sql.lit(last)}) as i`
  const user = sql`1 + (i * 7) % ${sql.lit(users)}`
  const instant = sql`timestamptz '2025-01-01' + i * interval '7 seconds'`
  const inserts: RawBuilder<unknown>[] = [
    sql`insert into users (name, mail, phone, identification_number, city_name, document_type, registered_at)
      select 'Íñigo Nombre ' || i, 'user' || i || '@example.com', '+57300' || lpad(i::text, 7, '0'), 1000000 + i,
        'Bogotá', 'CC', ${instant} from ${series(users)}`,
    sql`insert into codes (name, user_id, created_at, redeemed_at)
      select upper(substr(md5(i::text), 1, 6)) || lpad(to_hex(i), 6, '0'), case when i % 5 < 2 then ${user} end,
        ${instant}, case when i % 5 < 2 then ${instant} end from ${series(rows)}`,
    sql`insert into scores (user_id, code_id, points, locate, earned_at)
      select ${user}, case when i % 5 < 2 then i end, 10 * (1 + i % 50), 'Tienda Chapinero', ${instant}
      from ${series(rows)}`,
    sql`insert into referrals (referrer_id, referred_id, points, locate, referred_at)
      select ${user}, 1 + (i * 7 + 1) % ${sql.lit(users)}, 100, 'Éxito', ${instant} from ${series(users)}`,
  ]
  await database.transaction().execute(async (transaction) => {
    // Foreign key checks would take most of the time.
    await sql`set local session_replication_role = replica`.execute(transaction)
    for (const insert of inserts) await insert.execute(transaction)
  })
  for (const table of ['users', 'codes', 'scores', 'referrals']) {
    await sql`vacuum analyze ${sql.table(table)}`.execute(database)
  }
}
