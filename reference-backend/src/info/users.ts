import { sql } from 'kysely'
import { rowsOf } from '../database/pages'
import type { Database } from '../database/schema'
import { bogotaTime } from '../database/time'

/** Selects user rows (specification §3) of the table `from`. `total_points` is the sum of scores and referrals. */
export function selectUsers(database: Database, from = 'users') {
  return database
    .selectFrom(rowsOf(from, 'users'))
    .select([
      'users.id',
      'users.name',
      'users.mail',
      'users.phone',
      'users.identification_number',
      sql<number>`
        coalesce((select sum(points) from scores where user_id = users.id), 0) +
        coalesce((select sum(points) from referrals where referrer_id = users.id), 0)`.as('total_points'),
      'users.city_name as cityName',
      'users.document_type as documentType',
      bogotaTime('users.registered_at').as('date'),
    ])
    .orderBy('users.id')
}
