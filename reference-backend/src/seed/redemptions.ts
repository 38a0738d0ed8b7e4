import type { Faker } from '@faker-js/faker'

export interface Redemption {
  codeId: number
  scoreId: number
  userId: number
}

const redeemedShare = 0.4

/**
 * Draws the redemptions: about 40 % of the codes, or fewer without enough scores or users, spread evenly over codes and
 * scores.
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
