import { beforeEach, expect, it } from 'vitest'
import { newDatabase } from '../../tests/new-database'
import { insertDemonstration, type SeedAmounts } from './demonstration'

const database = newDatabase()
beforeEach(async () => {
  for (const table of ['referrals', 'scores', 'codes', 'users'] as const) await database().deleteFrom(table).execute()
})

async function insert(amounts: SeedAmounts) {
  await database()
    .transaction()
    .execute((transaction) => insertDemonstration(transaction, amounts))
  return {
    users: await database().selectFrom('users').selectAll().orderBy('id').execute(),
    codes: await database().selectFrom('codes').selectAll().orderBy('id').execute(),
    scores: await database().selectFrom('scores').selectAll().orderBy('id').execute(),
    referrals: await database().selectFrom('referrals').selectAll().orderBy('id').execute(),
  }
}

it.each([
  { users: 0, codes: 20, scores: 0, referrals: 0 },
  { users: 1, codes: 20, scores: 3, referrals: 0 },
  { users: 2, codes: 0, scores: 1, referrals: 50 },
  { users: 500, codes: 300, scores: 1000, referrals: 400 },
])('are exactly %j, with valid references', async (amounts) => {
  const { users, codes, scores, referrals } = await insert(amounts)
  const redeemed = codes.filter(({ redeemed_at }) => redeemed_at !== null)

  expect({ users: users.length, codes: codes.length, scores: scores.length, referrals: referrals.length }).toEqual(
    amounts,
  )
  expect(referrals.every((row) => row.referrer_id < row.referred_id)).toBe(true)
  const uses = redeemed.map(({ id, user_id, redeemed_at }) => [id, user_id, redeemed_at])
  const gains = scores.filter(({ code_id }) => code_id !== null).map((row) => [row.code_id, row.user_id, row.earned_at])
  expect(gains).toEqual(uses)
})
