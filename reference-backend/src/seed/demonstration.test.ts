import { expect, it } from 'vitest'
import { codeAlphabet } from '../info/code-name'
import { demonstrationData, type SeedAmounts } from './demonstration'

const rowsOf = (amounts: SeedAmounts) => {
  const { users, codes, scores, referrals } = demonstrationData(amounts)
  return { users: [...users], codes: [...codes], scores: [...scores], referrals: [...referrals] }
}

it.each([
  { users: 0, codes: 0, scores: 0, referrals: 0 },
  { users: 0, codes: 20, scores: 0, referrals: 0 },
  { users: 1, codes: 20, scores: 3, referrals: 0 },
  { users: 2, codes: 0, scores: 1, referrals: 50 },
  { users: 3, codes: 1, scores: 0, referrals: 2 },
  { users: 500, codes: 300, scores: 1000, referrals: 400 },
])('generates exactly %j, with valid references', (amounts) => {
  const { users, codes, scores, referrals } = rowsOf(amounts)
  const ids = new Set(users.map(({ id }) => id))
  const redeemed = codes.filter(({ redeemed_at }) => redeemed_at !== null)

  expect({ users: users.length, codes: codes.length, scores: scores.length, referrals: referrals.length }).toEqual(
    amounts,
  )
  expect(new Set(codes.map(({ name }) => name)).size).toBe(codes.length)
  expect(scores.every(({ user_id }) => ids.has(user_id))).toBe(true)
  expect(referrals.every((row) => ids.has(row.referrer_id) && ids.has(row.referred_id))).toBe(true)
  expect(referrals.every((row) => row.referrer_id < row.referred_id)).toBe(true)
  const uses = redeemed.map(({ id, user_id, redeemed_at }) => [id, user_id, redeemed_at])
  const gains = scores.filter(({ code_id }) => code_id !== null).map((row) => [row.code_id, row.user_id, row.earned_at])
  expect(gains).toEqual(uses)
})

it('generates the same rows every time, in any order of the tables', () => {
  const amounts = { users: 50, codes: 40, scores: 60, referrals: 30 }
  const first = rowsOf(amounts)
  const again = demonstrationData(amounts)

  expect([...again.referrals]).toEqual(first.referrals)
  expect([...again.users]).toEqual(first.users)
})

it('generates plausible users with names, cities and phones of Colombia', () => {
  const { users, codes } = rowsOf({ users: 200, codes: 100, scores: 200, referrals: 0 })

  expect(users.every(({ name }) => /^[\p{L} ]+$/u.test(name))).toBe(true)
  expect(users.every(({ mail }) => /^[a-z]+\.[a-z]+\d+@example\.com$/.test(mail))).toBe(true)
  expect(users.every(({ phone }) => /^\+573\d{9}$/.test(phone))).toBe(true)
  expect(new Set(users.map(({ city_name }) => city_name)).size).toBeGreaterThan(10)
  expect(codes.every(({ name }) => [...name].every((letter) => codeAlphabet.includes(letter)))).toBe(true)
  expect(codes.filter(({ user_id }) => user_id !== null)).toHaveLength(40)
})
