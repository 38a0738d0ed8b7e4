import { foldText } from '../search-text'

/** Characters from U+0000 to U+07FF take one or two bytes in UTF-8. */
const CHARACTERS = 0x800

/**
 * Returns the ASCII code that each of these characters is folded to, as by `foldText`; 0 for characters that are not folded
 * to exactly one ASCII character.
 */
export function createFoldTable(): Uint8Array {
  return Uint8Array.from({ length: CHARACTERS }, (_, code) => {
    const folded = foldText(String.fromCharCode(code))
    return folded.length === 1 && folded < '\x80' ? folded.charCodeAt(0) : 0
  })
}
