import fc from 'fast-check'
import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { type CsvColumn, cellText, displayCell, displayedText } from './cell-display'
import { escapeFormula } from './csv-injection'
import { readsAsNumber, readsAsPhoneNumber } from './numeric-text'
import type { AnyRow, Cell } from './parse-rows'
import { DELIMITERS, readAsExcel, readAsPapa } from './testing/csv-readers'
import { workerCsv } from './testing/random-rows'

/** Every table has at least one cell. */
const RUNS = process.env.LONG_TESTS ? 10_000 : 100

const FIELDS = ['a', 'b', 'c']
const DISPLAY = { map: [[null, { text: '=nada' }] as const, [true, { text: 'sí' }] as const] }

const formula = fc.constantFrom('=', '+', '-', '@', '＝', '＋', '－', '＠')
const separator = fc.constantFrom(';', ',', '\t', '\r', '\n', '\r\n', '"', "'")
const space = fc.constantFrom(' ', '\u00A0', '\u2003', '\u200B', '\u2060', '\uFEFF', '\u3000', '\u00AD', '\0', '\u061C')
const word = fc.constantFrom('Ana', 'ñ', '1', "cmd|' /C calc'!A0", '+573001234567', '-12.5', '1,5', '😀')
const piece = fc.oneof(formula, separator, separator, space, word)
const text = fc.oneof(
  fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 12 }),
)
const cell = fc.oneof({ weight: 8, arbitrary: text }, fc.integer(), fc.constantFrom(null, true, -12.5))

const table = fc.integer({ min: 1, max: FIELDS.length }).chain((width) =>
  fc.record({
    columns: fc.array(text, { minLength: width, maxLength: width }).map((headers) =>
      headers.map((header, index) => ({
        header,
        field: FIELDS[index] ?? '',
        display: index === 2 ? DISPLAY : undefined,
      })),
    ),
    rows: fc.array(fc.record({ a: cell, b: cell, c: cell }), { minLength: 1, maxLength: 3 }),
  }),
)

/** The file that Papa Parse writes of escaped texts (D16, CSV; D28, CSV formulas). The first cell is escaped even if it is a number. */
function papaCsv(columns: readonly CsvColumn[], rows: readonly AnyRow[]): string {
  const escaped = (cell: Cell, index: number) => {
    const place = { isFirst: index === 0, isLast: index === columns.length - 1 }
    return typeof cell === 'string' || place.isFirst ? escapeFormula(cellText(cell), place) : cellText(cell)
  }
  const lineOf = (cells: readonly Cell[]) => Papa.unparse([cells.map(escaped)])
  const lines = rows.map((row) => lineOf(columns.map((column) => displayCell(row, column).value)))
  return `\uFEFF${[lineOf(columns.map(({ header }) => header)), ...lines].join('\r\n')}`
}

it(`has no formulas for comma, semicolon and tab readers, in ${RUNS} tables`, () => {
  fc.assert(
    fc.property(table, ({ columns, rows }) => {
      const file = workerCsv(FIELDS, columns, rows)
      expect(file).toBe(papaCsv(columns, rows))

      const given = [columns.map(({ header }) => header), ...rows.map((row) => columns.map(textIn(row)))]
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

it('starts with a byte order mark and the headers, and ends rows with CRLF', () => {
  const columns = [
    { header: 'Id', field: 'a' },
    { header: 'Fin, "último"', field: 'b' },
  ]
  const header = '\uFEFFId,"Fin, ""último"""'
  expect(workerCsv(FIELDS, columns, [{ a: 'á', b: 1.5 }, { a: 2 }])).toBe(`${header}\r\ná,1.5\r\n2,`)
  expect(workerCsv(FIELDS, columns, [])).toBe(header)
})

it('holds more rows than one part of it', () => {
  const columns = [{ header: 'A', field: 'a' }]
  const rows = Array.from({ length: 12_000 }, (_, index) => ({ a: `${index} ${'é'.repeat(100)}` }))
  expect(workerCsv(FIELDS, columns, rows)).toBe(papaCsv(columns, rows))
})

it('has an apostrophe before a formula after any character that may be skipped', () => {
  const skipped = Array.from({ length: 0x11_0000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((character) =>
      /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}=+\-@＝＋－＠]/u.test(character),
    )
  const columns = ['a', 'b'].map((field) => ({ header: field, field }))
  const rows = skipped.map((character) => ({ a: 'a', b: `${character}=1` }))
  expect(workerCsv(FIELDS, columns, rows)).toBe(papaCsv(columns, rows))
})

const textIn = (row: AnyRow) => (column: CsvColumn) => displayedText(row, column)

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
