import { randomId } from './random-id'

/** The most characters of an integer: parsing more takes so long that a page would freeze. */
const MAX_LENGTH = 10_000
/** The largest exponent: few bytes such as `1e9999` would otherwise become thousands of digits, in every row. */
const MAX_EXPONENT = 400

const NUMBER = /^(-?\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/
/** What integers beyond ±(2^53 − 1) look like: many digits, or an exponent. Other texts may match too. */
const MAYBE_LARGE = /\d{16}|(?:^|[\s:,[])-?\d+(?:\.\d+)?[eE]/
const STRING_OR_NUMBER = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\d[\d.eE+-]*/g

/** Marks a number within a string. It is random, so that no text of a service has it. */
const MARK = randomId()
const MARKED = new RegExp(`"${MARK}(-?\\d+)"`, 'g')

/**
 * Parses a number as JSON writes it, without changing an integer (D31, long integers).
 *
 * @returns a bigint for an integer beyond ±(2^53 − 1), where a fraction is dropped; null for one of more than 10,000
 *   characters or with an exponent above 400, and for a text that is not a number
 */
export function parseNumber(text: string): number | bigint | null {
  const value = Number(text)
  // Turns -0 into 0.
  if (Math.abs(value) <= Number.MAX_SAFE_INTEGER) return value + 0
  const [, whole = '', fraction = '', exponent = '0'] = NUMBER.exec(text) ?? []
  const length = whole.length + Number(exponent)
  if (whole === '' || Number(exponent) > MAX_EXPONENT || length > MAX_LENGTH) return null
  const integer = BigInt((whole + fraction).slice(0, length).padEnd(length, '0'))
  return Number.isSafeInteger(Number(integer)) ? Number(integer) : integer
}

/** As `JSON.parse`, with numbers as by {@link parseNumber}. */
export function parseJson(text: string): unknown {
  const parsed: unknown = JSON.parse(text)
  if (!MAYBE_LARGE.test(text)) return parsed
  const marked = text.replace(STRING_OR_NUMBER, (token) =>
    Math.abs(Number(token)) > Number.MAX_SAFE_INTEGER ? `"${MARK}${token}"` : token,
  )
  if (marked === text) return parsed
  return JSON.parse(marked, (_key, value: unknown) =>
    typeof value === 'string' && value.startsWith(MARK) ? parseNumber(value.slice(MARK.length)) : value,
  )
}

/** As `JSON.stringify`, with a bigint as a number of the same digits. */
export function stringifyJson(value: unknown): string {
  return JSON.stringify(value, (_key, member: unknown) =>
    typeof member === 'bigint' ? `${MARK}${member}` : member,
  ).replace(MARKED, '$1')
}
