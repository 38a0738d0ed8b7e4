import { loadFiltered, type Row } from '@canje/shared-ui'

const FIELDS = ['id', 'points', 'user_name', 'referral_name', 'locate', 'date'] as const

/** The points of a user for a referral (specification §3). */
export type Referral = Row<(typeof FIELDS)[number]>

/** Loads all referrals, or the referrals of users that match a name or phone number. */
export const selectReferrals = loadFiltered('SelectReferrals', FIELDS)
