import { INVISIBLE } from './same-text'

/** Characters without a meaning for a search: accents and other marks, and what nobody sees. */
const IGNORED = new RegExp(String.raw`\p{M}|${INVISIBLE}`, 'gu')

/** A number as people write it, such as `+57 (300) 123-4567`, from its first digit to its last. */
const WRITTEN_NUMBER = /\d[\d +\-.()[\]/]*\d/g
/** The characters between the digits of a written number. */
export const NUMBER_SEPARATORS = ' +-.()[]/'
/** The fewest digits of a written number. */
export const MIN_DIGITS = 4
/** Part of every written number. It makes other texts, which are nearly all, much faster. */
const SEPARATED_DIGITS = /\d[ +\-.()[\]/]+\d/
/** A date, but not a longer number such as `3001-23-45-67`. */
const DATE_START = /^\d{4}-\d{2}-\d{2}(?![\d-])/

/** A word of digits, with the characters that people write between them. */
const DIGIT_WORD = /^[+\-.()[\]/]*\d[\d+\-.()[\]/]*$/

/** Words of digits in a row. */
const DIGIT_WORDS = /(?<!\S)[+\-.()[\]/]*\d[\d +\-.()[\]/]*(?!\S)/g
/** The digits of a phone number in Colombia: ten of their own, of which the first is 3 or 6 without the country's. */
const PHONE_DIGITS = /^(?:(?:00)?57(\d{10})|([36]\d{9}))$/

/**
 * Returns a text as it is found by a search (D48, comparing texts): without case, accents and invisible characters. All
 * spaces are the same, and all hyphens. Each character is folded independently of its neighbours.
 */
export function foldText(text: string): string {
  if (isPrintableAscii(text)) return text.toLowerCase()
  const plain = text.toLowerCase().normalize('NFD').replace(IGNORED, '')
  if (isPrintableAscii(plain)) return plain
  return plain
    .replace(/\s/g, ' ')
    .replace(/[\p{Pd}\u2212]/gu, '-')
    .replace(/\p{Cs}/gu, '\uFFFD')
    .replaceAll('ς', 'σ')
}

function isPrintableAscii(text: string): boolean {
  return !/[^ -~]/.test(text)
}

/** Splits a search into its lines, and each into folded words, of which a phone number is one. Blank lines are dropped. */
export function parseSearch(search: string): string[][] {
  return search
    .split(/[\r\n\u2028\u2029]/)
    .map((line) => foldText(line).replace(DIGIT_WORDS, phoneOrWords).split(' ').filter(Boolean))
    .filter((words) => words.length > 0)
}

/** Whether a search has no words, so that it finds all rows. */
export function isBlankSearch(search: string): boolean {
  return parseSearch(search).length === 0
}

/** Returns the digits of a phone number, however it is written, without those of the country; other texts unchanged. */
function phoneOrWords(text: string): string {
  const [, international, national] = PHONE_DIGITS.exec(text.replace(/\D/g, '')) ?? []
  const phone = international ?? national
  return phone === undefined ? text : ` ${phone} `
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
