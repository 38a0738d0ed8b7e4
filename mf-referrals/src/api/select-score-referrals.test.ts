import { apiClient } from 'shared-auth'
import { expect, it, vi } from 'vitest'
import { selectScoreReferrals } from './select-score-referrals'

it('sends its argument and returns the payload unchanged', async () => {
  const payload = { children: [{ anything: 1 }] }
  const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data: payload })
  const { signal } = new AbortController()

  expect(await selectScoreReferrals({ anything: 7 }, signal)).toBe(payload)
  expect(post.mock.calls).toEqual([['SelectScoreReferrals', { anything: 7 }, { signal }]])
})
