import { apiClient } from 'shared-auth'
import { expect, it, vi } from 'vitest'
import { selectReferrals } from './select-referrals'

it('asks for the rows that match and keeps their specified fields', async () => {
  const post = vi.spyOn(apiClient, 'post').mockResolvedValue({ data: [{ id: 1, points: 5, secret: 'x' }] })
  const { signal } = new AbortController()

  const [row] = await selectReferrals({ filter: 'Ana', signal })

  expect(post.mock.calls).toEqual([['SelectReferrals', { prmNameOrPhone: 'Ana' }, { signal }]])
  expect(row).toEqual({ id: 1, points: 5, user_name: null, referral_name: null, locate: null, date: null })
})
