import { apiClient } from 'shared-auth'

/**
 * Loads the users and referral scores below a user in the referral tree. No screen of the specification uses it; it
 * prepares a referral-tree view (D5).
 *
 * @param request request body, with unspecified fields
 * @returns the payload without validation, since its fields are unspecified
 */
export async function selectScoreReferrals(request: object, signal: AbortSignal): Promise<unknown> {
  const { data } = await apiClient.post<unknown>('SelectScoreReferrals', request, { signal })
  return data
}
