import { apiClient } from 'shared-auth'

/**
 * Asks for the users and referral scores below a user in the referral tree. No screen of the specification uses it:
 * it is there for a referral-tree view (D5).
 *
 * @param request sent as it is; the specification shows none of its fields
 * @returns the payload, not validated: its fields are not specified either
 */
export async function selectScoreReferrals(request: object, signal: AbortSignal): Promise<unknown> {
  const { data } = await apiClient.post<unknown>('SelectScoreReferrals', request, { signal })
  return data
}
