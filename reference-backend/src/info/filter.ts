import { type RawBuilder, sql } from 'kysely'

/**
 * Whether the user's name or phone contains `text`, whatever its case and accents; `%`, `_` and `\` are text.
 * A blank text is contained in everything. `users` is the alias of the users table in the query.
 */
export function nameOrPhoneContains(users: string, text: string): RawBuilder<boolean> {
  const wanted = sql`fold(${text.trim()}::text)`
  const name = sql.ref(`${users}.name`)
  const phone = sql.ref(`${users}.phone`)
  return sql<boolean>`(strpos(fold(${name}), ${wanted}) > 0 or strpos(fold(${phone}), ${wanted}) > 0)`
}
