import { type ExpressionBuilder, sql } from 'kysely'
import { rowsOf } from '../database/pages'
import type { Database, Schema } from '../database/schema'
import { bogotaTime } from '../database/time'

/**
 * Selects the combined report (specification §3) of the users of the table `from`. Each user has one row per score, with
 * the redeemed code if any, then one row per referral made. A user without entries has one row with neither.
 */
export function selectReport(database: Database, from = 'users') {
  return (
    database
      .selectFrom(rowsOf(from, 'users'))
      // A lateral join reads user by user; a join would read the whole tables for each page.
      .leftJoinLateral(entriesOfUser, (join) => join.onTrue())
      .select([
        'users.id',
        'users.name',
        'users.mail',
        'users.phone',
        'users.identification_number',
        bogotaTime('users.registered_at').as('userDate'),
        'users.city_name as cityName',
        'users.document_type as documentType',
        'entry.code',
        bogotaTime<string | null>('entry.redeemed_at').as('codeDate'),
        'entry.score_points as scorePoints',
        bogotaTime<string | null>('entry.earned_at').as('scoreDate'),
        'entry.score_locate as scoreLocate',
        'entry.referral_points as referalPoint',
        bogotaTime<string | null>('entry.referred_at').as('referalDate'),
        'entry.referral_locate as referalLocate',
        'entry.referral_name as referalName',
      ])
      .orderBy('users.id')
      // Scores first: null comes last.
      .orderBy('entry.score_id')
      .orderBy('entry.referral_id')
  )
}

function entriesOfUser(query: ExpressionBuilder<Schema, 'users'>) {
  const noNumber = sql<number | null>`null::bigint`
  const noText = sql<string | null>`null::text`
  const noTime = sql<string | null>`null::timestamptz`
  const scores = query
    .selectFrom('scores')
    .leftJoin('codes', 'codes.id', 'scores.code_id')
    .whereRef('scores.user_id', '=', 'users.id')
    .select([
      sql<number | null>`scores.id`.as('score_id'),
      sql<string | null>`codes.name`.as('code'),
      sql<string | null>`codes.redeemed_at`.as('redeemed_at'),
      sql<number | null>`scores.points`.as('score_points'),
      sql<string | null>`scores.earned_at`.as('earned_at'),
      sql<string | null>`scores.locate`.as('score_locate'),
      noNumber.as('referral_id'),
      noNumber.as('referral_points'),
      noTime.as('referred_at'),
      noText.as('referral_locate'),
      noText.as('referral_name'),
    ])
  const referrals = query
    .selectFrom('referrals')
    .innerJoin('users as referred', 'referred.id', 'referrals.referred_id')
    .whereRef('referrals.referrer_id', '=', 'users.id')
    .select([
      noNumber.as('score_id'),
      noText.as('code'),
      noTime.as('redeemed_at'),
      noNumber.as('score_points'),
      noTime.as('earned_at'),
      noText.as('score_locate'),
      sql<number | null>`referrals.id`.as('referral_id'),
      sql<number | null>`referrals.points`.as('referral_points'),
      sql<string | null>`referrals.referred_at`.as('referred_at'),
      sql<string | null>`referrals.locate`.as('referral_locate'),
      sql<string | null>`referred.name`.as('referral_name'),
    ])
  return scores.unionAll(referrals).as('entry')
}
