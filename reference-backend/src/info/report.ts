import { type RawBuilder, sql } from 'kysely'
import type { Row } from '../database/pages'
import { bogotaTime } from '../database/time'

/**
 * Selects the combined report (specification §3) of the users of the table `from`. Each user has one row per score, with
 * the redeemed code if any, then one row per referral made. A user without entries has one row with neither.
 */
export function selectReport(from = 'users'): RawBuilder<Row> {
  // A lateral join reads user by user; a join would read the whole tables for each page. Null comes last in the order.
  return sql`
    select users.id, users.name, mail, phone, identification_number, ${bogotaTime('registered_at')} as "userDate",
           city_name as "cityName", document_type as "documentType",
           code, ${bogotaTime('redeemed_at')} as "codeDate",
           "scorePoints", ${bogotaTime('earned_at')} as "scoreDate", "scoreLocate",
           "referalPoint", ${bogotaTime('referred_at')} as "referalDate", "referalLocate", "referalName"
    from ${sql.table(from)} as users left join lateral (
      select scores.id as score_id, codes.name as code, redeemed_at, points as "scorePoints", earned_at,
             locate as "scoreLocate", null::bigint as referral_id, null::integer as "referalPoint",
             null::timestamptz as referred_at, null as "referalLocate", null as "referalName"
      from scores left join codes on codes.id = scores.code_id where scores.user_id = users.id
      union all
      select null, null, null, null, null, null, referrals.id, points, referred_at, locate, referred.name
      from referrals join users as referred on referred.id = referrals.referred_id where referrer_id = users.id
    ) as entry on true
    order by users.id, score_id, referral_id`
}
