const SECONDS = /^\d{1,9}$/
const HTTP_DATE = /^[A-Z][a-z]+, .* GMT$/

/**
 * Parses a `Retry-After` header: seconds or an HTTP date (RFC 9110 §10.2.3).
 *
 * @returns seconds from now, 0 for a past date, or null for any other value
 */
export function retryAfterSeconds(header: unknown): number | null {
  const text = typeof header === 'string' ? header.trim() : ''
  if (SECONDS.test(text)) return Number(text)
  const date = HTTP_DATE.test(text) ? Date.parse(text) : Number.NaN
  return Number.isNaN(date) ? null : Math.max(0, Math.ceil((date - Date.now()) / 1000))
}
