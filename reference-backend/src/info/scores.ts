import { type RawBuilder, sql } from 'kysely'
import type { Row } from '../database/pages'
import { bogotaTime } from '../database/time'
import { nameOrPhoneContains } from './filter'

/** Selects score rows (specification §3) of the table `from`, filtered by the user's name or phone. */
export function selectScores(nameOrPhone: string, from = 'scores'): RawBuilder<Row> {
  return sql`
    select scores.id, points, name, locate, ${bogotaTime('earned_at')} as date
    from ${sql.table(from)} as scores join users on users.id = scores.user_id
    where ${nameOrPhoneContains('users', nameOrPhone)} order by scores.id`
}
