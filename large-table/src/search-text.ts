import { INVISIBLE } from './same-text'

/** Characters without a meaning for a search: accents and other marks, and what nobody sees. */
const IGNORED = new RegExp(String.raw`\p{M}|${INVISIBLE}`, 'gu')

/** A number as people write it, such as `+57 (300) 123-4567`, from its first digit to its last. */
const WRITTEN_NUMBER = /\d[\d +\-.()[\]/]*\d/g
/** The characters between the digits of a written number. */
export const NUMBER_SEPARATORS = ' +-.()[]/'
/** The fewest digits of a written number. */
const MIN_DIGITS = 4
/** Part of every written number. It makes other texts, which are nearly all, much faster. */
const SEPARATED_DIGITS = /\d[ +\-.()[\]/]+\d/
/** A date, but not a longer number such as `3001-23-45-67`. */
const DATE_START = /^\d{4}-\d{2}-\d{2}(?![\d-])/

/** What no phone has: letters, or the colon of a time. */
const NOT_PHONE = /\p{L}|\d:\d/u
/** A word of characters that people write around numbers. */
const PUNCTUATION = /^[\p{P}+|]+$/u
/** Colombia's code, and the up to ten digits of a phone. Only 57 may start any number, unless it is as long as a phone. */
const INTERNATIONAL = /^(?:(?:\+|00)57(\d{3,10})|57([36]\d{5,9}|\d{10}))/
/** The most characters that it matches. */
const MAX_INTERNATIONAL = 14

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

/** Between the lines of a search. */
export const LINE_BREAK = /[\r\n\u2028\u2029]/

/**
 * Splits a search into its lines, and each into folded words. Blank lines are dropped, and punctuation beside numbers.
 *
 * @returns the spellings of each word, of which a row must have one: the typed one first, its digits, and its phone without
 * Colombia's code
 */
export function parseSearch(search: string): string[][][] {
  return search
    .split(LINE_BREAK)
    .map((line) => spellWords(foldText(line).split(' ').filter(Boolean)))
    .filter((words) => words.length > 0)
}

/** Whether a search has no words, so that it finds all rows. */
export function isBlankSearch(search: string): boolean {
  return foldText(search).trim() === ''
}

function spellWords(words: readonly string[]): string[][] {
  const numbers = words.map(numberOf)
  const spelled: string[][] = []
  /** The numbers from a word on, of which the words may be one phone. */
  let run = ''
  for (let place = words.length - 1; place >= 0; place--) {
    const word = words[place] as string
    const number = numbers[place]
    if (PUNCTUATION.test(word) && (numbers[place - 1] || numbers[place + 1])) continue
    run = number ? `${number}${run}`.slice(0, MAX_INTERNATIONAL) : ''
    spelled.push(number ? spellingsOf(word, number, run) : [word])
  }
  return spelled.reverse()
}

/** Returns the digits of a word, and their plus signs; empty if it is no number. */
function numberOf(word: string): string {
  const written = word.replace(/^tel:/, '')
  return NOT_PHONE.test(written) || !/\d/.test(written) ? '' : written.replace(/[^\d+]/g, '')
}

function spellingsOf(word: string, number: string, run: string): string[] {
  const spellings = [word, number.replaceAll('+', '')]
  const own = nationalOf(number)
  if (own && number.endsWith(own)) spellings.push(own)
  const phone = nationalOf(run)
  // Other words of the phone are found with it anyway, and a longer number is none.
  const isPart = phone && number.length <= run.indexOf(phone) + phone.length
  if (isPart && !spellings.some((spelling) => phone.includes(spelling))) spellings.push(phone)
  return [...new Set(spellings)]
}

/** Returns the digits of a phone after Colombia's code; undefined without the code. */
function nationalOf(number: string): string | undefined {
  const [, explicit, implicit] = INTERNATIONAL.exec(number) ?? []
  return explicit ?? implicit
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
