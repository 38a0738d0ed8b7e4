import { namedCodes } from './named-codes'

/** A successful response that does not say that its change was made: the list must tell. */
export class UnconfirmedError extends Error {
  override readonly name = 'UnconfirmedError'

  constructor(path: string, payload: unknown) {
    super(`${path} did not confirm the change: its payload was ${typeof payload}.`)
  }
}

/**
 * Whether a payload says that a change was made: true, a positive number, or an object with the changed codes or their
 * number (D27). Any other one leaves it to the list, since the specification does not show these payloads.
 *
 * @param field the field of the number of codes
 * @param count their number, if it is known
 */
export function confirms(payload: unknown, field: 'created' | 'deleted' | 'restored', count?: number): boolean {
  if (payload === true) return true
  if (typeof payload !== 'object' || payload === null) return isPositive(payload)
  const said: unknown = Reflect.get(payload, field) ?? namedCodes(payload)?.length
  return count === undefined ? isPositive(said) : said === count
}

function isPositive(value: unknown): boolean {
  return (typeof value === 'number' || typeof value === 'bigint') && value > 0
}
