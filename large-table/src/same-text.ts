/**
 * The one normalization of texts in the browser (D48, comparing texts). It decides which texts are the same, as choices of a
 * filter and as groups; `foldText` adds to it what a search ignores. Both only compare: what is shown, sent or written
 * keeps its characters, and what a change acts on is compared exactly.
 */

/** Characters that nobody sees: zero-width characters, direction marks and control characters. */
export const INVISIBLE = String.raw`\p{Default_Ignorable_Code_Point}|(?!\s)\p{Cc}`
const INVISIBLES = new RegExp(INVISIBLE, 'gu')

/** Words of printable ASCII and Latin letters with single spaces, as most texts are. */
const USUAL = /^(?:[!-~\xA1-\xAC\xAE-\u017F]+(?: [!-~\xA1-\xAC\xAE-\u017F]+)*)?$/

/** Returns a text as it is compared with others: in NFC, without invisible characters, with single spaces between words. */
export function sameText(text: string): string {
  if (USUAL.test(text)) return text
  return text.replace(INVISIBLES, '').normalize('NFC').replace(/\s+/g, ' ').trim()
}

/** Whether two texts are the same (D48, comparing texts). */
export function isSameText(one: string, other: string): boolean {
  return one === other || sameText(one) === sameText(other)
}
