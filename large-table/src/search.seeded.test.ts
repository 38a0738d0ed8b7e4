import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchRanges } from './match-ranges'
import { allRows } from './query'
import { parseSearch } from './search-text'
import { ROW_STORES } from './testing/row-stores'

const RUNS = process.env.LONG_TESTS ? 10_000 : 100

const FIELDS = ['a', 'b']
const columns = FIELDS.map((field) => ({ field }))

const piece = fc.constantFrom(
  ...'aáAnñÑ 0123-.+()/,',
  '\u0301',
  '\u200B',
  '\u200F',
  '\u200D',
  '\u00A0',
  '😀',
  '👍🏽',
  '1234',
  '2025-10-22',
)
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))
const word = fc.array(piece, { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(''))
const search = fc
  .array(
    fc.array(word, { maxLength: 2 }).map((words) => words.join(' ')),
    { maxLength: 2 },
  )
  .map((lines) => lines.join('\n'))

/** The rules of a search, written in another way: by characters, and without regular expressions for numbers. */
function isFound(cell: string, typed: string): boolean {
  const shown = plain(cell)
  const digits = onlyDigits(typed)
  const isNumber = digits !== '' && [...typed].every((character) => !'an'.includes(character))
  const texts = [shown, ...(isDate(shown) ? [] : numbersOf(shown))]
  return texts.some((candidate) => candidate.includes(typed) || (isNumber && candidate.includes(digits)))
}

/** The words of a line, without punctuation beside numbers. */
function wordsOf(line: string): string[] {
  const words = plain(line).split(' ').filter(Boolean)
  const isNumber = (word = '') => onlyDigits(word) !== '' && !/[an]/.test(word)
  return words.filter(
    (word, place) =>
      !(isNumber(words[place - 1]) || isNumber(words[place + 1])) ||
      [...word].some((character) => !'-.+()/,'.includes(character)),
  )
}

function plain(value: string): string {
  return [...value.normalize('NFD')]
    .filter((character) => !/[\u0300-\u036F\u200B-\u200F]/.test(character))
    .map((character) => (character === '\u00A0' ? ' ' : character.toLowerCase()))
    .join('')
}

function onlyDigits(value: string): string {
  return [...value].filter((character) => character >= '0' && character <= '9').join('')
}

function isDate(value: string): boolean {
  return [...value.slice(0, 10)].map((character) => (onlyDigits(character) ? '0' : character)).join('') === '0000-00-00'
}

function numbersOf(value: string): string[] {
  const runs = ['']
  for (const character of value) {
    if ('0123456789 +-.()/'.includes(character)) runs.push(`${runs.pop()}${character}`)
    else runs.push('')
  }
  return runs.map(onlyDigits).filter((digits) => digits.length >= 4)
}

it(`finds the same rows as the rules in ${RUNS} tables`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.record({ a: text, b: text }), { maxLength: 8 }), search, async (rows, typed) => {
      const lines = typed
        .split('\n')
        .map(wordsOf)
        .filter((words) => words.length > 0)
      const rowsOf = (words: readonly string[]) =>
        rows.filter((row) => words.every((wanted) => Object.values(row).some((cell) => isFound(cell, wanted))))
      const expected = rows.filter((row) => lines.length === 0 || lines.some((words) => rowsOf(words).includes(row)))
      const notFound = lines.filter((words) => rowsOf(words).length === 0).length
      for (const [, store] of ROW_STORES) {
        const stored = await store(FIELDS, rows)
        const query = { ...allRows, columns, search: typed }
        expect((await stored.page({ first: 0, size: 10, query })).rows).toEqual(expected)
        const { linesNotFound } = await stored.summary({ query, sum: undefined, facets: [] })
        expect(linesNotFound).toBe(lines.length > 1 ? notFound : 0)
      }
    }),
    { seed: 31, numRuns: RUNS },
  )
})

it(`finds the same rows while staff type, in memory and in a worker, in ${RUNS} tables`, async () => {
  const isEmpty = fc.constantFrom(...columns).map((column) => ({ column, is: '' }))
  const rows = fc.array(fc.record({ a: text, b: text }), { maxLength: 8 })
  await fc.assert(
    fc.asyncProperty(rows, search, fc.array(isEmpty, { maxLength: 2 }), async (some, typed, conditions) => {
      // Few of these rows are found: then a search is made among those of the last one.
      const all = [...some, ...Array.from({ length: 200 }, () => ({ a: 'z', b: 'z' }))]
      const stores = await Promise.all(ROW_STORES.map(([, store]) => store(FIELDS, all)))
      for (let end = 1; end <= typed.length; end++) {
        const query = { ...allRows, columns, conditions, search: typed.slice(0, end) }
        const [inMemory, ...others] = await Promise.all(
          stores.map(async (rows) => [
            await rows.page({ first: 0, size: 10, query }),
            await rows.summary({ query, sum: undefined, facets: columns }),
          ]),
        )
        for (const other of others) expect(other).toEqual(inMemory)
      }
    }),
    { seed: 41, numRuns: RUNS },
  )
})

it(`marks whole characters, exactly in cells with a word, in ${RUNS} cells`, () => {
  fc.assert(
    fc.property(text, search, (cell, typed) => {
      const words = typed.split('\n').flatMap(wordsOf)
      const ranges = matchRanges(cell, parseSearch(typed).flat(2))
      expect(ranges.length > 0).toBe(words.some((wanted) => isFound(cell, wanted)))
      let last = -1
      for (const { start, end } of ranges) {
        expect(start).toBeGreaterThan(last)
        expect(end).toBeGreaterThan(start)
        expect(cell.slice(start)).not.toMatch(/^[\uDC00-\uDFFF]/)
        expect(cell.slice(end)).not.toMatch(/^[\uDC00-\uDFFF]|^\p{M}/u)
        last = end
      }
      // No word is left outside of the ranges.
      const rest = ranges.reduceRight((left, { start, end }) => `${left.slice(0, start)}\n${left.slice(end)}`, cell)
      expect(words.filter((wanted) => plain(rest).includes(wanted))).toEqual([])
    }),
    { seed: 37, numRuns: 10 * RUNS },
  )
})
