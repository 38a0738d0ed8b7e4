import fc from 'fast-check'
import { expect, it } from 'vitest'
import { readsAsNumber, readsAsPhoneNumber } from './numeric-text'
import type { Cell } from './parse-rows'
import { DELIMITERS, readAsExcel, readAsPapa } from './testing/csv-readers'
import { workerCsv } from './testing/random-rows'

/** Every table has at least one cell. */
const RUNS = process.env.LONG_TESTS ? 10_000 : 50

const FIELDS = ['a', 'b', 'c']

const formula = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠')
const separator = fc.constantFrom(';', ',', '\t', '\r', '\n', '\r\n', '"', "'")
const space = fc.constantFrom(' ', '\u00A0', '\u2003', '\u200B', '\u2060', '\uFEFF', '\u3000', '\u00AD', '\0', '\u061C')
const word = fc.constantFrom('Ana', 'ñ', '1', "cmd|' /C calc'!A0", '+573001234567', '-12.5', '1,5', '😀')
const piece = fc.oneof(formula, separator, separator, space, word)
const text = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const cell = fc.oneof({ weight: 8, arbitrary: text }, fc.integer(), fc.constant(null))

const table = fc.integer({ min: 1, max: FIELDS.length }).chain((width) =>
  fc.record({
    columns: fc
      .array(text, { minLength: width, maxLength: width })
      .map((headers) => headers.map((header, index) => ({ header, field: FIELDS[index] ?? '' }))),
    rows: fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 3 }),
  }),
)

it(`writes ${RUNS} tables without formulas for comma, semicolon and tab readers`, async () => {
  await fc.assert(
    fc.asyncProperty(table, async ({ columns, rows }) => {
      const named = rows.map((row) => Object.fromEntries(row.map((value, index) => [FIELDS[index] ?? '', value])))
      const file = workerCsv(FIELDS, columns, named)

      const given = [columns.map(({ header }) => header), ...rows.map((row) => row.map(displayedText))]
      for (const read of [readAsExcel, readAsPapa]) {
        for (const delimiter of DELIMITERS) expect(read(file, delimiter).flat().filter(startsFormula)).toEqual([])
        const cells = read(file, ',')
        expect(cells.map((line) => line.length)).toEqual(given.map((line) => line.length))
        cells.flat().forEach((found, index) => {
          expect([given.flat()[index], found]).toSatisfy(differsByApostrophes)
        })
      }
    }),
    { seed: 17, numRuns: RUNS },
  )
})

const displayedText = (value: Cell) => (value === null ? '' : String(value))

/** D16, D28: a formula, also after characters that a spreadsheet may skip. */
function startsFormula(value: string): boolean {
  return (
    /^([\t\r\n]|[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠])/u.test(value) &&
    !readsAsNumber(value) &&
    !readsAsPhoneNumber(value)
  )
}

/** Returns whether the found text is the given one with added apostrophes. */
function differsByApostrophes([given = '', found = '']: [string?, string?]): boolean {
  let at = 0
  for (const unit of found) {
    if (given.startsWith(unit, at)) at += unit.length
    else if (unit !== "'") return false
  }
  return at === given.length
}
