import { sql } from 'kysely'
import type { Database } from '../database/schema'
import { bogotaTime } from '../database/time'
import type { Int8 } from '../json'

/**
 * Selects the users referred by a user, directly (`level` 1) and through others (`level` 2 and higher). The parent is the
 * first referrer, and the points are those of that referral (D5, score referrals).
 */
export function selectReferralTree(database: Database, userId: Int8) {
  return database
    .withRecursive('tree', (query) =>
      query
        .selectFrom('referrals as first')
        .select(['first.id as referral_id', 'first.referred_id', sql<number>`1`.as('level')])
        .where('first.referrer_id', '=', userId)
        .where(isFirst('first'))
        .unionAll((branch) =>
          branch
            .selectFrom('tree')
            .innerJoin('referrals as next', 'next.referrer_id', 'tree.referred_id')
            .select(['next.id as referral_id', 'next.referred_id', sql<number>`tree.level + 1`.as('level')])
            // A user has only one first referrer, so that any cycle passes through the root.
            .where('next.referred_id', '<>', userId)
            .where(isFirst('next')),
        ),
    )
    .selectFrom('tree')
    .innerJoin('referrals', 'referrals.id', 'tree.referral_id')
    .innerJoin('users', 'users.id', 'tree.referred_id')
    .select([
      'users.id',
      'referrals.referrer_id as parent_id',
      'tree.level',
      'users.name',
      'users.phone',
      'referrals.points',
      'referrals.locate',
      bogotaTime('referrals.referred_at').as('date'),
    ])
    .orderBy('tree.level')
    .orderBy('users.id')
}

/** Whether the user exists. */
export async function userExists(database: Database, id: Int8): Promise<boolean> {
  const user = await database.selectFrom('users').select('id').where('id', '=', id).executeTakeFirst()
  return user !== undefined
}

function isFirst(referral: string) {
  const id = sql.ref(`${referral}.id`)
  const referred = sql.ref(`${referral}.referred_id`)
  return sql<boolean>`not exists (
    select from referrals as earlier where earlier.referred_id = ${referred} and earlier.id < ${id})`
}
