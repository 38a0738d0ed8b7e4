import { type RawBuilder, sql } from 'kysely'
import type { Row } from '../database/pages'
import { bogotaTime } from '../database/time'

/** Selects user rows (specification §3) of the table `from`. `total_points` is the sum of scores and referrals. */
export function selectUsers(from = 'users'): RawBuilder<Row> {
  return sql`
    select id, name, mail, phone, identification_number,
           coalesce((select sum(points) from scores where user_id = users.id), 0) +
           coalesce((select sum(points) from referrals where referrer_id = users.id), 0) as total_points,
           city_name as "cityName", document_type as "documentType", ${bogotaTime('registered_at')} as date
    from ${sql.table(from)} as users order by id`
}
