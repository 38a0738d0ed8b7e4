import { type RawBuilder, sql } from 'kysely'

/**
 * An SQL condition: the user's name or phone contains `text`, ignoring case and accents. `%`, `_` and `\` are literal.
 * A blank text matches every row, and accents without a letter match none.
 * @param users the alias of the users table in the query
 */
export function nameOrPhoneContains(users: string, text: string): RawBuilder<boolean> {
  const given = text.trim()
  if (given === '') return sql<boolean>`true`
  const wanted = sql`fold(${given}::text)`
  const isIn = (column: 'name' | 'phone') => sql`strpos(${sql.ref(`${users}.folded_${column}`)}, ${wanted}) > 0`
  return sql<boolean>`(trim(${wanted}) <> '' and (${isIn('name')} or ${isIn('phone')}))`
}
