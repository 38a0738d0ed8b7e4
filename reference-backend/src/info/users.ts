import { sql } from 'kysely'
import type { Database } from '../database/schema'
import { bogotaTime } from '../database/time'

/** User rows (specification §3). `total_points` is what scores and referrals gave together. */
export function selectUsers(database: Database) {
  const earned = database
    .selectFrom('scores')
    .select(['user_id', sql<number>`sum(points)`.as('points')])
    .groupBy('user_id')
  const referred = database
    .selectFrom('referrals')
    .select(['referrer_id', sql<number>`sum(points)`.as('points')])
    .groupBy('referrer_id')
  return database
    .selectFrom('users')
    .leftJoin(earned.as('earned'), 'earned.user_id', 'users.id')
    .leftJoin(referred.as('referred'), 'referred.referrer_id', 'users.id')
    .select([
      'users.id',
      'users.name',
      'users.mail',
      'users.phone',
      'users.identification_number',
      sql<number>`coalesce(earned.points, 0) + coalesce(referred.points, 0)`.as('total_points'),
      'users.city_name as cityName',
      'users.document_type as documentType',
      bogotaTime('users.registered_at').as('date'),
    ])
    .orderBy('users.id')
}
