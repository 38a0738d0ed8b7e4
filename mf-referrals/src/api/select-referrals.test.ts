import { loadAnswered } from 'tab-testing'
import { expect, it } from 'vitest'
import { selectReferrals } from './select-referrals'

it('asks for the rows that match and keeps their specified fields', async () => {
  const { asked, rows } = await loadAnswered(selectReferrals, [{ id: 1, points: 5, secret: 'x' }], 'Ana')
  expect(asked).toEqual([{ method: 'post', url: 'SelectReferrals', data: { prmNameOrPhone: 'Ana' } }])
  expect(rows).toEqual([{ id: 1, points: 5, user_name: null, referral_name: null, locate: null, date: null }])
})
