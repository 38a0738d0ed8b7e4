import { sql } from 'kysely'
import type { Database } from '../database/schema'
import { bogotaTime } from '../database/time'
import type { Int8 } from '../json'

/** A row of the referral tree (specification §3). */
interface ReferredUser {
  id: Int8
  parent_id: Int8
  level: number
  name: string
  phone: string
  points: number
  locate: string
  date: string
}

/**
 * Selects the users referred by a user, directly (`level` 1) and through others (`level` 2 and higher). The parent is the
 * first referrer, and the points are those of that referral (D5, score referrals).
 */
export async function selectReferralTree(database: Database, userId: Int8): Promise<ReferredUser[]> {
  const isFirst = sql`not exists (
    select from referrals as earlier where earlier.referred_id = next.referred_id and earlier.id < next.id)`
  const { rows } = await sql<ReferredUser>`
    with recursive tree as (
      select next.*, 1 as level from referrals as next where next.referrer_id = ${userId} and ${isFirst}
      union all
      -- A user has only one first referrer, so that any cycle passes through the root.
      select next.*, tree.level + 1 from tree join referrals as next on next.referrer_id = tree.referred_id
      where next.referred_id <> ${userId} and ${isFirst}
    )
    select users.id, tree.referrer_id as parent_id, tree.level, users.name, users.phone, tree.points, tree.locate,
           ${bogotaTime('tree.referred_at')} as date
    from tree join users on users.id = tree.referred_id
    order by tree.level, users.id`.execute(database)
  return rows
}
