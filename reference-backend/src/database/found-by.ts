import { type RawBuilder, sql } from 'kysely'

/** Combining marks, such as accents. */
const MARKS = ['0300-036F', '1AB0-1AFF', '1DC0-1DFF', '20D0-20FF', 'FE20-FE2F']
/** Zero-width characters, direction marks and control characters without spaces. */
const INVISIBLE = [
  '0001-0008 000E-001F 007F-009F 00AD 034F 061C 115F-1160 17B4-17B5 180B-180F 200B-200F 202A-202E 2060-206F 3164',
  'FE00-FE0F FEFF FFA0 FFF0-FFF8 0001BCA0-0001BCA3 0001D173-0001D17A 000E0000-000E0FFF',
].flatMap((line) => line.split(' '))
const SPACES = ['0009-000D', '0020', '00A0', '1680', '2000-200A', '2028-2029', '202F', '205F', '3000']

/** Returns a set of characters of a regular expression of PostgreSQL. */
function setOf(ranges: readonly string[]): string {
  const escaped = ranges.map((range) =>
    range.replace(/\w+/g, (code) => (code.length > 4 ? `\\U${code}` : `\\u${code}`)),
  )
  return `[${escaped.join('')}]`
}

/** The letters of Latin, Greek, Cyrillic and Armenian whose case has no accent, and the dashes, with what replaces them. */
function replacements(): { from: string; to: string } {
  const letters = Array.from({ length: 0x0590 - 0xc0 }, (_, index) => String.fromCodePoint(0xc0 + index))
  const changed = letters.filter((letter) => letter.normalize('NFD') === letter && letter.toLowerCase() !== letter)
  const dashes = [...'‐‑‒–—―−﹘﹣－']
  return {
    from: ['ς', ...changed, ...dashes].join(''),
    to: ['σ', ...changed.map((letter) => letter.toLowerCase()), ...dashes.map(() => '-')].join(''),
  }
}

/**
 * The statement that creates `fold(text)`: the text that a filter compares, as the search of the tabs does (D48, comparing
 * texts): without case, accents and invisible characters, all dashes alike, with single spaces between words. It depends
 * on no locale and no extension, so that every server gives the same result.
 */
export function createFold(): RawBuilder<unknown> {
  const { from, to } = replacements()
  const plain = `lower(regexp_replace(normalize(value, NFD), '${setOf([...MARKS, ...INVISIBLE])}', '', 'g') collate "C")`
  // Few texts have other characters then, and replacing these compares each with all.
  const folded = `case when plain ~ '[^ -~]' then translate(plain, '${from}', '${to}') else plain end`
  return sql`create function fold(value text) returns text language sql immutable strict parallel safe as $$
    select btrim(regexp_replace(${sql.raw(folded)}, ${sql.raw(`'${setOf(SPACES)}+'`)}, ' ', 'g'))
    from (select ${sql.raw(plain)} as plain) as stripped
  $$`
}
