const SPACE = 0x20
const LAST_PRINTABLE = 0x7e
/** The first bytes of two from U+00C0, À, to U+017F, ſ: letters of Spanish and its neighbours, which NFC leaves alone. */
const FIRST_LETTERS = 0xc3
const LAST_LETTERS = 0xc5

/**
 * Whether `sameText` leaves a text in UTF-8 unchanged, as nearly all texts of rows: words of printable ASCII and Latin
 * letters with accents, with single spaces. False for some others that it leaves unchanged.
 */
export function isUsualText(bytes: Uint8Array, start: number, end: number): boolean {
  let previous = SPACE
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte >= FIRST_LETTERS && byte <= LAST_LETTERS) at++
    else if (byte < SPACE || byte > LAST_PRINTABLE || (byte === SPACE && previous === SPACE)) return false
    previous = byte
  }
  return previous !== SPACE || start === end
}
