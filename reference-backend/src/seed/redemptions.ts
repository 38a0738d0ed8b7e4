import type { Faker } from '@faker-js/faker'

export interface Redemption {
  codeId: number
  scoreId: number
  userId: number
}

const redeemedShare = 0.4

/**
 * Which codes were redeemed by whom for which score: some 40 % of the codes, as far as there are scores and users
 * for them, spread evenly over both lists.
 */
export function drawRedemptions(faker: Faker, amounts: { users: number; codes: number; scores: number }): Redemption[] {
  const { users, codes, scores } = amounts
  const count = users === 0 ? 0 : Math.min(Math.floor(codes * redeemedShare), scores)
  return Array.from({ length: count }, (_, index) => ({
    codeId: Math.floor((index * codes) / count) + 1,
    scoreId: Math.floor((index * scores) / count) + 1,
    userId: faker.number.int({ min: 1, max: users }),
  }))
}
