import { loadFiltered, type Row } from 'shared-ui'

const FIELDS = ['id', 'points', 'user_name', 'referral_name', 'locate', 'date'] as const

/** The points a user got for a referral (specification §3). */
export type Referral = Row<(typeof FIELDS)[number]>

/** Asks for every referral, or those of the user with that name or phone number. */
export const selectReferrals = loadFiltered('SelectReferrals', FIELDS)
