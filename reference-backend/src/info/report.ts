import { sql } from 'kysely'
import type { Database } from '../database/schema'
import { bogotaTime } from '../database/time'

/**
 * The combined report (specification §3): for every user, by id, one row for each score (with its code, when a
 * redeemed code gave it), then one for each referral they made; one row with neither for a user without any.
 */
export function selectReport(database: Database) {
  const none = sql<number | null>`null::bigint`
  const scores = database
    .selectFrom('scores')
    .select(['user_id', sql<number | null>`id`.as('score_id'), none.as('referral_id')])
  const referrals = database
    .selectFrom('referrals')
    .select(['referrer_id as user_id', none.as('score_id'), sql<number | null>`id`.as('referral_id')])
  return (
    database
      .selectFrom('users')
      .leftJoin(scores.unionAll(referrals).as('entry'), 'entry.user_id', 'users.id')
      .leftJoin('scores', 'scores.id', 'entry.score_id')
      .leftJoin('codes', 'codes.id', 'scores.code_id')
      .leftJoin('referrals', 'referrals.id', 'entry.referral_id')
      .leftJoin('users as referred', 'referred.id', 'referrals.referred_id')
      .select([
        'users.id',
        'users.name',
        'users.mail',
        'users.phone',
        'users.identification_number',
        bogotaTime('users.registered_at').as('userDate'),
        'users.city_name as cityName',
        'users.document_type as documentType',
        'codes.name as code',
        bogotaTime<string | null>('codes.redeemed_at').as('codeDate'),
        'scores.points as scorePoints',
        bogotaTime<string | null>('scores.earned_at').as('scoreDate'),
        'scores.locate as scoreLocate',
        'referrals.points as referalPoint',
        bogotaTime<string | null>('referrals.referred_at').as('referalDate'),
        'referrals.locate as referalLocate',
        'referred.name as referalName',
      ])
      .orderBy('users.id')
      // Nulls come last: a user's scores, then their referrals.
      .orderBy('scores.id')
      .orderBy('referrals.id')
  )
}
