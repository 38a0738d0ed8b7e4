import { base, es, Faker } from '@faker-js/faker'
import type { Row } from '../database/schema'
import { codeAlphabet, codeLength } from '../info/code-name'
import { inFirstHalf, inSecondHalf } from './calendar'
import { drawRedemptions } from './redemptions'
import { cities, documentTypes, mobilePrefixes, pointsOfSale } from './vocabulary'

export interface SeedAmounts {
  users: number
  codes: number
  scores: number
  referrals: number
}

export interface DemonstrationData {
  users: Iterable<Row<'users'>>
  codes: Iterable<Row<'codes'>>
  scores: Iterable<Row<'scores'>>
  referrals: Iterable<Row<'referrals'>>
}

/**
 * Generates fictitious users, codes, scores and referrals in exactly these amounts, the same ones every time. Rows are lazy,
 * so that a million of them needs little memory.
 */
export function demonstrationData(amounts: SeedAmounts): DemonstrationData {
  const redemptions = drawRedemptions(fakerFor(0), amounts)
  const byCode = new Map(redemptions.map((redemption) => [redemption.codeId, redemption]))
  const byScore = new Map(redemptions.map((redemption) => [redemption.scoreId, redemption]))
  const earnedAt = (scoreId: number) => inSecondHalf(scoreId - 1, amounts.scores)
  // The first fifth of the users has no referrer.
  const founders = Math.max(1, Math.floor(amounts.users / 5))

  return {
    users: rows(amounts.users, fakerFor(1), drawUser),
    codes: rows(amounts.codes, fakerFor(2), (faker, id) => {
      const redemption = byCode.get(id)
      return {
        id,
        name: faker.string.fromCharacters(codeAlphabet, codeLength),
        user_id: redemption?.userId ?? null,
        created_at: inFirstHalf(id - 1, amounts.codes),
        redeemed_at: redemption ? earnedAt(redemption.scoreId) : null,
      }
    }),
    scores: rows(amounts.scores, fakerFor(3), (faker, id) => {
      const redemption = byScore.get(id)
      return {
        id,
        user_id: redemption?.userId ?? faker.number.int({ min: 1, max: amounts.users }),
        code_id: redemption?.codeId ?? null,
        points: faker.number.int({ min: 10, max: 500, multipleOf: 10 }),
        locate: faker.helpers.arrayElement(pointsOfSale),
        earned_at: earnedAt(id),
      }
    }),
    referrals: rows(amounts.referrals, fakerFor(4), (faker, id) => {
      const referred = founders + 1 + ((id - 1) % (amounts.users - founders))
      return {
        id,
        // The referrer has the lower id, so that the tree has no cycles.
        referrer_id: faker.number.int({ min: 1, max: referred - 1 }),
        referred_id: referred,
        points: faker.helpers.arrayElement([50, 100, 150]),
        locate: faker.helpers.arrayElement(pointsOfSale),
        referred_at: inSecondHalf(id - 1, amounts.referrals),
      }
    }),
  }
}

function drawUser(faker: Faker, id: number, total: number): Row<'users'> {
  const first = faker.person.firstName()
  const last = faker.person.lastName()
  return {
    id,
    name: `${first} ${last}`,
    mail: `${plain(first)}.${plain(last)}${id}@example.com`,
    phone: `+57${faker.helpers.arrayElement(mobilePrefixes)}${faker.string.numeric({ length: 7 })}`,
    identification_number: String(faker.number.int({ min: 10_000_000, max: 1_199_999_999 })),
    city_name: faker.helpers.arrayElement(cities),
    document_type: faker.helpers.weightedArrayElement(documentTypes),
    registered_at: inFirstHalf(id - 1, total),
  }
}

/** A separate generator per table, so that the order of reading tables does not affect their rows. */
function fakerFor(seed: number): Faker {
  return new Faker({ locale: [es, base], seed })
}

function* rows<Row>(
  total: number,
  faker: Faker,
  draw: (faker: Faker, id: number, total: number) => Row,
): Generator<Row> {
  for (let id = 1; id <= total; id++) yield draw(faker, id, total)
}

function plain(name: string): string {
  return name
    .normalize('NFD')
    .replace(/[^a-z]/gi, '')
    .toLowerCase()
}
