import { expect, it } from 'vitest'
import { cellText } from '../cell-display'
import type { Cell } from '../parse-rows'
import { searchableText } from '../search-text'
import { parsedRows, parseText, randomNumbers } from '../testing/random-rows'
import { SearchIndex } from './search-index'

/** Expects the index of a column to have the same texts as `searchableText`. */
function expectTexts(values: readonly Cell[]) {
  const parser = parseText(['value'], JSON.stringify({ data: values.map((value) => ({ value })) }))
  const { text, ends } = new SearchIndex(parser.cells, [{ field: 'value' }]).block(0, values.length)
  const texts = parsedRows(parser).map(({ value = null }) => `${searchableText(cellText(value))}\n`)
  expect(Array.from(ends, (end, row) => text.slice(ends[row - 1] ?? 0, end))).toEqual(texts)
}

it('writes every character, alone and within text', () => {
  for (let from = 0; from < 0xd800; from += 4000) {
    const characters = Array.from({ length: 4000 }, (_, index) => String.fromCharCode(Math.min(from + index, 0xd7ff)))
    expectTexts(characters.flatMap((character) => [character, `A${character}Z`]))
  }
})

it('writes numbers with separators', () => {
  const random = randomNumbers(6)
  const pieces = [...'0123456789', ...' +-.()/', 'a', 'é', '\u00A0', '\u200B', '2025-10-22', ':']
  const piece = () => pieces[Math.floor(random() * pieces.length)] ?? ''
  expectTexts(Array.from({ length: 8000 }, () => Array.from({ length: Math.floor(random() * 14) }, piece).join('')))
})

it('writes long cells', () => {
  expectTexts(['ñ'.repeat(10_000), '1 '.repeat(5000), '😀'.repeat(300_000), '12-34 '.repeat(20_000)])
})
