import { type ExpressionBuilder, type InferResult, sql } from 'kysely'
import { highest, lowest, type Page, type PagedList } from '../database/pages'
import type { Database, Schema } from '../database/schema'
import { bogotaTime } from '../database/time'

const columns = [
  'id',
  'name',
  'mail',
  'phone',
  'identification_number',
  'userDate',
  'cityName',
  'documentType',
  'code',
  'codeDate',
  'scorePoints',
  'scoreDate',
  'scoreLocate',
  'referalPoint',
  'referalDate',
  'referalLocate',
  'referalName',
] as const
/** The sort order: users, then their scores, then their referrals. */
const key = ['id', 'score_key', 'referral_key'] as const

/**
 * Selects the combined report (specification §3). Each user has one row per score, with the redeemed code if any, then one
 * row per referral made. A user without entries has one row with neither.
 * @param from a table with the columns of {@link selectEntries}
 */
export function selectReport(database: Database, from?: string) {
  const entries = from === undefined ? sql<Entry>`(${selectEntries(database)})` : sql<Entry>`${sql.table(from)}`
  return database.selectFrom(entries.as('entry')).select(columns).orderBy(key[0]).orderBy(key[1]).orderBy(key[2])
}

/** The report as a paged list. */
export function report(database: Database): PagedList {
  return {
    page: (page) => selectEntries(database, page).orderBy(key[0]).orderBy(key[1]).orderBy(key[2]).limit(page.limit),
    key,
    rows: (from) => selectReport(database, from),
  }
}

type Entry = InferResult<ReturnType<typeof selectEntries>>[number]

/** Selects the rows of the report with their keys: those of a page, or all. */
function selectEntries(database: Database, page?: Page) {
  const [user = lowest] = page?.after ?? []
  return (
    database
      .selectFrom('users')
      // A lateral join reads user by user; a join of whole tables would delay the first row until the last is read.
      .leftJoinLateral(
        (query) => entriesOfUser(query, page),
        (join) => join.onTrue(),
      )
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
        sql<number>`coalesce(entry.score_key, ${sql.lit(highest)})`.as('score_key'),
        sql<number>`coalesce(entry.referral_key, ${sql.lit(highest)})`.as('referral_key'),
      ])
      .where(sql<boolean>`users.id >= ${sql.lit(user)}`)
      // The last user of the previous page already has rows there.
      .where(sql<boolean>`(users.id > ${sql.lit(user)} or entry.score_key is not null)`)
  )
}

function entriesOfUser(query: ExpressionBuilder<Schema, 'users'>, page?: Page) {
  const [user = lowest, score = lowest, referral = lowest] = page?.after ?? []
  const noNumber = sql<number | null>`null::bigint`
  const noText = sql<string | null>`null::text`
  const noTime = sql<string | null>`null::timestamptz`
  const scores = query
    .selectFrom('scores')
    .leftJoin('codes', 'codes.id', 'scores.code_id')
    .whereRef('scores.user_id', '=', 'users.id')
    .select([
      sql<number>`scores.id`.as('score_key'),
      sql<string | null>`codes.name`.as('code'),
      sql<string | null>`codes.redeemed_at`.as('redeemed_at'),
      sql<number | null>`scores.points`.as('score_points'),
      sql<string | null>`scores.earned_at`.as('earned_at'),
      sql<string | null>`scores.locate`.as('score_locate'),
      sql<number>`${sql.lit(lowest)}`.as('referral_key'),
      noNumber.as('referral_points'),
      noTime.as('referred_at'),
      noText.as('referral_locate'),
      noText.as('referral_name'),
    ])
    .where(sql<boolean>`(scores.user_id, scores.id) > (${sql.lit(user)}, ${sql.lit(score)})`)
  const referrals = query
    .selectFrom('referrals')
    .innerJoin('users as referred', 'referred.id', 'referrals.referred_id')
    .whereRef('referrals.referrer_id', '=', 'users.id')
    .select([
      sql<number>`${sql.lit(highest)}`.as('score_key'),
      noText.as('code'),
      noTime.as('redeemed_at'),
      noNumber.as('score_points'),
      noTime.as('earned_at'),
      noText.as('score_locate'),
      sql<number>`referrals.id`.as('referral_key'),
      sql<number | null>`referrals.points`.as('referral_points'),
      sql<string | null>`referrals.referred_at`.as('referred_at'),
      sql<string | null>`referrals.locate`.as('referral_locate'),
      sql<string | null>`referred.name`.as('referral_name'),
    ])
    .where(sql<boolean>`(referrals.referrer_id, referrals.id) > (${sql.lit(user)}, ${sql.lit(referral)})`)
  return scores.unionAll(referrals).as('entry')
}
