/** Characters without a meaning for a search: accents and other marks, zero-width characters and direction marks. */
const IGNORED = /[\p{M}\p{Default_Ignorable_Code_Point}]/gu

/** A number as people write it, such as `+57 (300) 123-4567`, from its first digit to its last. */
const WRITTEN_NUMBER = /\d[\d +\-.()/]*\d/g
/** The characters between the digits of a written number. */
export const NUMBER_SEPARATORS = ' +-.()/'
/** The fewest digits of a written number. */
export const MIN_DIGITS = 4
/** Part of every written number. It makes other texts, which are nearly all, much faster. */
const SEPARATED_DIGITS = /\d[ +\-.()/]+\d/
/** A date, but not a longer number such as `3001-23-45-67`. */
const DATE_START = /^\d{4}-\d{2}-\d{2}(?![\d-])/

/** A word of digits, with the characters that people write between them. */
const DIGIT_WORD = /^[+\-.()/]*\d[\d+\-.()/]*$/

/**
 * Returns a text as it is compared in a search: without case, accents and invisible characters. All spaces are the same,
 * and all hyphens. Each character is folded independently of its neighbours.
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase()
  const plain = text.toLowerCase().normalize('NFD').replace(IGNORED, '')
  if (isAscii(plain)) return plain
  return plain
    .replace(/\p{Zs}/gu, ' ')
    .replace(/\p{Pd}/gu, '-')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replaceAll('ς', 'σ')
}

function isAscii(text: string): boolean {
  return !/\P{ASCII}/u.test(text)
}

/** Splits a search into its lines, and each into folded words. Blank lines are dropped. */
export function parseSearch(search: string): string[][] {
  return search
    .split(/[\r\n\u2028\u2029]/)
    .map((line) => foldText(line).split(/\s+/).filter(Boolean))
    .filter((words) => words.length > 0)
}

/** Returns the texts by which a folded word may be found: itself and, if it is written of digits, those alone. */
export function spellingsOf(word: string): string[] {
  return DIGIT_WORD.test(word) ? [...new Set([word, word.replace(/\D/g, '')])] : [word]
}

/** Returns the numbers in a folded text that are written with separators. A text that starts with a date has none. */
export function writtenNumbers(folded: string): { text: string; start: number; digits: string }[] {
  if (!SEPARATED_DIGITS.test(folded) || DATE_START.test(folded)) return []
  return Array.from(folded.matchAll(WRITTEN_NUMBER), ({ 0: text, index }) => ({
    text,
    start: index,
    digits: text.replace(/\D/g, ''),
  })).filter(({ text, digits }) => digits.length >= MIN_DIGITS && digits.length < text.length)
}

/** Returns the text in which words are searched: the folded text, and the digits of its written numbers, in lines. */
export function searchableText(text: string): string {
  const folded = foldText(text)
  const numbers = writtenNumbers(folded)
  return numbers.length === 0 ? folded : [folded, ...numbers.map(({ digits }) => digits)].join('\n')
}
