import { parseNumber } from '@canje/shared-auth/json'

const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/
const WRITTEN_NUMBER = /^[+-]?(\d+|\d{1,3}([.,]\d{3})+)([.,]\d+)?$/
const PHONE_CHARACTERS = /^\+\d[\d ().-]*$/

/** Parses a number as servers write it. @returns undefined for other texts, such as grouped digits or a decimal comma */
export function plainNumber(text: string): number | bigint | undefined {
  return PLAIN_NUMBER.test(text) ? (parseNumber(text) ?? undefined) : undefined
}

/** Returns whether a text is a number as people write it: signed, grouped or with a decimal comma, as in `-1.234,56`. */
export function readsAsNumber(text: string): boolean {
  return WRITTEN_NUMBER.test(text)
}

/** Returns whether a text is an international phone number: a plus and 7 to 15 digits (E.164), in any grouping. */
export function readsAsPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return PHONE_CHARACTERS.test(text) && digits >= 7 && digits <= 15
}
