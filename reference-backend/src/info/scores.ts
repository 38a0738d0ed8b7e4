import { rowsOf } from '../database/pages'
import type { Database } from '../database/schema'
import { bogotaTime } from '../database/time'
import { nameOrPhoneContains } from './filter'

/** Selects score rows (specification §3) of the table `from`, filtered by the user's name or phone. */
export function selectScores(database: Database, nameOrPhone: string, from = 'scores') {
  return database
    .selectFrom(rowsOf(from, 'scores'))
    .innerJoin('users', 'users.id', 'scores.user_id')
    .select(['scores.id', 'scores.points', 'users.name', 'scores.locate', bogotaTime('scores.earned_at').as('date')])
    .where(nameOrPhoneContains('users', nameOrPhone))
    .orderBy('scores.id')
}
