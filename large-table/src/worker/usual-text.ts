const SPACE = 0x20
const LAST_PRINTABLE = 0x7e

/**
 * Whether `sameText` leaves a text in UTF-8 unchanged, as nearly all texts of rows: words of printable characters of
 * ASCII, Latin and punctuation, with single spaces. False for some others that it leaves unchanged.
 */
export function isUsualText(bytes: Uint8Array, start: number, end: number): boolean {
  let previous = SPACE
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    if (byte > LAST_PRINTABLE) {
      const length = usualLength(byte, bytes[at + 1] as number, bytes[at + 2] as number)
      if (length === 0) return false
      at += length - 1
    } else if (byte < SPACE || (byte === SPACE && previous === SPACE)) return false
    previous = byte
  }
  return previous !== SPACE || start === end
}

/** Returns the number of bytes of a character beyond ASCII that is usual, otherwise 0. */
function usualLength(first: number, second: number, third: number): number {
  // U+00A1 to U+00BF, ¡ to ¿, without the soft hyphen.
  if (first === 0xc2) return second > 0xa0 && second !== 0xad ? 2 : 0
  // U+00C0 to U+017F, À to ſ.
  if (first >= 0xc3 && first <= 0xc5) return 2
  // U+2010 to U+2027, dashes and quotation marks.
  return first === 0xe2 && second === 0x80 && third >= 0x90 && third <= 0xa7 ? 3 : 0
}
