import { type RawBuilder, sql } from 'kysely'
import type { Row } from '../database/pages'
import { bogotaTime } from '../database/time'
import { nameOrPhoneContains } from './filter'

/** Selects referral rows (specification §3) of the table `from`, filtered by the referring user's name or phone. */
export function selectReferrals(nameOrPhone: string, from = 'referrals'): RawBuilder<Row> {
  return sql`
    select referrals.id, points, referrer.name as user_name, referred.name as referral_name, locate,
           ${bogotaTime('referred_at')} as date
    from ${sql.table(from)} as referrals
    join users as referrer on referrer.id = referrals.referrer_id
    join users as referred on referred.id = referrals.referred_id
    where ${nameOrPhoneContains('referrer', nameOrPhone)} order by referrals.id`
}
