import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { type CsvColumn, cellText, displayCell } from '../cell-display'
import { escapeFormula } from '../csv-injection'
import type { AnyRow, Cell } from '../parse-rows'
import { randomCell, randomNumbers, receivedRows, workerCsv } from '../testing/random-rows'

const FIELDS = ['a', 'b', 'c']

const write = (columns: readonly CsvColumn[], rows: readonly AnyRow[]) => workerCsv(FIELDS, columns, rows)

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

const TABLES = process.env.LONG_TESTS ? 10_000 : 1_000

it('writes the same files as Papa Parse for many tables', () => {
  const random = randomNumbers(3)
  const columns = [
    { header: 'A, "uno"', field: 'a' },
    { header: ' b', field: 'b' },
    {
      header: 'Estado',
      field: 'c',
      display: {
        map: [
          [null, { text: '=nada' }],
          [true, { text: 'sí' }],
        ] as const,
      },
    },
  ]
  for (let table = 0; table < TABLES; table++) {
    const width = 1 + (table % 3)
    const rows = Array.from({ length: Math.floor(random() * 6) }, () =>
      Object.fromEntries(FIELDS.map((field) => [field, randomCell(random)])),
    )
    const some = columns.slice(0, width)
    expect(write(some, rows), JSON.stringify(rows)).toBe(papaCsv(some, receivedRows(FIELDS, rows)))
  }
})

it('writes files of several parts', () => {
  const columns = [{ header: 'A', field: 'a' }]
  const rows = Array.from({ length: 50_000 }, (_, index) => ({ a: `${index} ${'é'.repeat(100)}` }))
  expect(write(columns, rows)).toBe(papaCsv(columns, rows))
})

it('checks every character that may be skipped before a formula', () => {
  const skipped = Array.from({ length: 0x11_0000 }, (_, point) => point)
    .filter((point) => point < 0xd800 || point > 0xdfff)
    .map((point) => String.fromCodePoint(point))
    .filter((character) =>
      /[\p{White_Space}\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}=+\-@＝＋－＠]/u.test(character),
    )
  const columns = ['a', 'b'].map((field) => ({ header: field, field }))
  const rows = skipped.map((character) => ({ a: 'a', b: `${character}=1` }))
  expect(write(columns, rows)).toBe(papaCsv(columns, rows))
})
