import { loadFromResponse } from '@canje/tab-testing'
import { expect, it } from 'vitest'
import { selectReferrals } from './select-referrals'

it('requests the matching rows and keeps the specified fields', async () => {
  const { requests, rows } = await loadFromResponse(selectReferrals, [{ id: 1, points: 5, secret: 'x' }], 'Ana')
  expect(requests).toEqual([{ method: 'post', url: 'SelectReferrals', data: { prmNameOrPhone: 'Ana' } }])
  expect(rows).toEqual([{ id: 1, points: 5, user_name: null, referral_name: null, locate: null, date: null }])
})
