const PLAIN_NUMBER = /^-?\d+(\.\d+)?$/
const WRITTEN_NUMBER = /^[+-]?(\d+|\d{1,3}([.,]\d{3})+)([.,]\d+)?$/
const PHONE_CHARACTERS = /^\+\d[\d ().-]*$/

/** The number that a text is, as a server writes it; undefined for any other text, grouped or with a decimal comma too. */
export function plainNumber(text: string): number | undefined {
  return PLAIN_NUMBER.test(text) ? Number(text) : undefined
}

/** True for a number as people write it, signed, grouped or with a decimal comma: `-12.5`, `+12`, `-1.234,56`. */
export function readsAsNumber(text: string): boolean {
  return WRITTEN_NUMBER.test(text)
}

/** True for an international phone number: a plus and 7 to 15 digits (E.164), however they are grouped. */
export function readsAsPhoneNumber(text: string): boolean {
  const digits = text.replace(/\D/g, '').length
  return PHONE_CHARACTERS.test(text) && digits >= 7 && digits <= 15
}
