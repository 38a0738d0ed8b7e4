import { rowsOf } from '../database/pages'
import type { Database } from '../database/schema'
import { bogotaTime } from '../database/time'
import { nameOrPhoneContains } from './filter'

/** Selects referral rows (specification §3) of the table `from`, filtered by the referring user's name or phone. */
export function selectReferrals(database: Database, nameOrPhone: string, from = 'referrals') {
  return database
    .selectFrom(rowsOf(from, 'referrals'))
    .innerJoin('users as referrer', 'referrer.id', 'referrals.referrer_id')
    .innerJoin('users as referred', 'referred.id', 'referrals.referred_id')
    .select([
      'referrals.id',
      'referrals.points',
      'referrer.name as user_name',
      'referred.name as referral_name',
      'referrals.locate',
      bogotaTime('referrals.referred_at').as('date'),
    ])
    .where(nameOrPhoneContains('referrer', nameOrPhone))
    .orderBy('referrals.id')
}
