import { type RawBuilder, sql } from 'kysely'

/** Zero-width characters, direction marks and control characters, of which a text looks blank. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu
/** The code of Colombia before the ten digits of a phone. */
const COUNTRY_CODE = /^(?:00)?57(?=\d{10}$)/

/**
 * An SQL condition: the user's name contains `text` by `fold`, or the user's phone contains its digits, with or without
 * +57 or 0057 (D48, comparing texts). `%`, `_` and `\` are literal. A blank text matches every row, and accents without a
 * letter match none.
 * @param users the alias of the users table in the query
 */
export function nameOrPhoneContains(users: string, text: string): RawBuilder<boolean> {
  if (text.replace(INVISIBLE, '').trim() === '') return sql<boolean>`true`
  const wanted = sql`fold(${text}::text)`
  const hasName = sql`(${wanted} <> '' and strpos(${sql.ref(`${users}.folded_name`)}, ${wanted}) > 0)`
  const digits = /\p{L}/u.test(text) ? '' : text.replace(/\D/g, '').replace(COUNTRY_CODE, '')
  if (digits === '') return sql<boolean>`${hasName}`
  return sql<boolean>`(${hasName} or strpos(${sql.ref(`${users}.phone_digits`)}, ${digits}) > 0)`
}
