import fc from 'fast-check'
import { expect, it } from 'vitest'
import { matchRanges } from './match-ranges'
import { foldText, parseSearch, searchableText } from './search-text'

const RUNS = process.env.LONG_TESTS ? 100_000 : 1_000

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
const search = fc.array(word, { maxLength: 4 }).map((words) => words.join(' '))

it(`marks whole characters, exactly in cells with a word, in ${RUNS} cells`, () => {
  fc.assert(
    fc.property(text, search, (cell, typed) => {
      const words = parseSearch(typed).flat()
      const ranges = matchRanges(cell, words.flat())
      expect(ranges.length > 0).toBe(words.flat().some((spelling) => searchableText(cell).includes(spelling)))
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
      expect(words.filter(([wanted = '']) => foldText(rest).includes(wanted))).toEqual([])
    }),
    { seed: 37, numRuns: RUNS },
  )
})
