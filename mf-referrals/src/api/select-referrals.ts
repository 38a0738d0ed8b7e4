import { apiClient } from 'shared-auth'
import { type LoadRows, parseRows, type Row } from 'shared-ui'

const FIELDS = ['id', 'points', 'user_name', 'referral_name', 'locate', 'date'] as const

/** The points a user got for a referral (specification §3). */
export type Referral = Row<(typeof FIELDS)[number]>

/** Asks for every referral, or those of the user with that name or phone number. */
export const selectReferrals: LoadRows<Referral> = async ({ filter, signal }) => {
  const body = filter === undefined ? {} : { prmNameOrPhone: filter }
  const { data } = await apiClient.post<unknown>('SelectReferrals', body, { signal })
  return parseRows(data, FIELDS, 'SelectReferrals')
}
