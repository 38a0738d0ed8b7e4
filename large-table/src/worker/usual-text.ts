const SPACE = 0x20
const LAST_PRINTABLE = 0x7e

/**
 * Whether `sameText` leaves a text in UTF-8 unchanged, as nearly all texts of rows: words of printable characters of
 * ASCII and Latin letters, with single spaces. False for some others that it leaves unchanged.
 */
export function isUsualText(bytes: Uint8Array, start: number, end: number): boolean {
  let previous = SPACE
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number
    // Two bytes that start with C3 to C5 are U+00C0 to U+017F, À to ſ.
    if (byte >= 0xc3 && byte <= 0xc5) at++
    else if (byte > LAST_PRINTABLE || byte < SPACE || (byte === SPACE && previous === SPACE)) return false
    previous = byte
  }
  return previous !== SPACE || start === end
}
