import { expect, it } from 'vitest'
import type { CsvColumn } from '../rows/columns'
import { toCsv } from '../rows/csv'
import { type AnyRow, parseRows } from '../rows/parse-rows'
import { randomCell, randomNumbers } from '../testing/large-rows'
import { RowKeeper } from './row-keeper'
import { utf8 } from './utf8'

const FIELDS = ['a', 'b', 'c']

function written(columns: readonly CsvColumn[], rows: readonly AnyRow[]): string {
  const keeper = new RowKeeper(FIELDS)
  keeper.push(utf8(JSON.stringify({ data: rows })))
  keeper.finish()
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
  let text = ''
  for (const { part } of keeper.csv({ columns, sorting: undefined })) text += decoder.decode(part, { stream: true })
  return text
}

it('writes 10,000 tables as toCsv does', { timeout: 60_000 }, () => {
  const random = randomNumbers(3)
  const columns = [
    { header: 'A, "uno"', field: 'a' },
    { header: ' b', field: 'b' },
    {
      header: 'Estado',
      field: 'c',
      texts: [
        [null, '=nada'],
        [true, 'sí'],
      ] as const,
    },
  ]
  for (let table = 0; table < 10_000; table++) {
    const width = 1 + (table % 3)
    const rows = Array.from({ length: Math.floor(random() * 6) }, () =>
      Object.fromEntries(FIELDS.map((field) => [field, randomCell(random)])),
    )
    const some = columns.slice(0, width)
    expect(written(some, rows), JSON.stringify(rows)).toBe(toCsv(some, parseRows(rows, FIELDS, 'test')))
  }
})

it('writes more rows than one part holds', () => {
  const columns = [{ header: 'A', field: 'a' }]
  const rows = Array.from({ length: 50_000 }, (_, index) => ({ a: `${index} ${'é'.repeat(100)}` }))
  expect(written(columns, rows)).toBe(toCsv(columns, rows))
})
