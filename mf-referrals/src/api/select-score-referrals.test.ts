import { apiClient } from 'shared-auth'
import { expect, it, vi } from 'vitest'
import { selectScoreReferrals } from './select-score-referrals'

it('sends what its caller gives and hands the payload back as it is', async () => {
  const payload = { children: [{ anything: 1 }] }
  const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data: payload })
  const { signal } = new AbortController()

  expect(await selectScoreReferrals({ anything: 7 }, signal)).toBe(payload)
  expect(post.mock.calls).toEqual([['SelectScoreReferrals', { anything: 7 }, { signal }]])
})
