import { type RawBuilder, sql } from 'kysely'

/** Zero-width characters, direction marks and control characters, of which a text looks blank. */
const INVISIBLE = /\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}/gu
/** What no phone has: letters, or the colon of a time. */
const NOT_PHONE = /\p{L}|\d:\d/u
/** Colombia's code before a phone, of which the last digits may be missing, as in the search of the tabs. */
const COUNTRY_CODE = /^(?:(?:\+|00)57(?=\d{3,10}$)|57(?=[36]\d{5,9}$|\d{10}$))/

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
  const digits = phoneDigits(text)
  if (digits === '') return sql<boolean>`${hasName}`
  return sql<boolean>`(${hasName} or strpos(${sql.ref(`${users}.phone_digits`)}, ${digits}) > 0)`
}

/** Returns the digits of a phone without Colombia's code; empty for other texts. */
function phoneDigits(text: string): string {
  const written = text.replace(INVISIBLE, '').trim().replace(/^tel:/i, '')
  if (NOT_PHONE.test(written)) return ''
  return written
    .replace(/[^\d+]/g, '')
    .replace(COUNTRY_CODE, '')
    .replaceAll('+', '')
}
