import Papa from 'papaparse'
import { describe, expect, it } from 'vitest'
import type { CsvColumn } from './cell-display'
import type { AnyRow, Cell } from './parse-rows'
import { workerCsv } from './testing/random-rows'

const columns = [
  { header: 'Id', field: 'id', display: { fallback: { text: '1' } } },
  { header: 'Valor', field: 'value' },
  { header: 'Fin, "último"', field: 'end', display: { fallback: { text: 'fin' } } },
]

const toCsv = async (columns: readonly CsvColumn[], rows: readonly AnyRow[]) => workerCsv(['value'], columns, rows)

/** Writes values as CSV and reads the column 'Valor' back. */
async function roundTrip(...values: Cell[]): Promise<string[]> {
  const csv = await toCsv(
    columns,
    values.map((value) => ({ value })),
  )
  const { data, errors } = Papa.parse<string[]>(csv.slice(1), { newline: '\r\n' })
  expect(errors).toEqual([])
  return data.slice(1).map(([, value]) => value ?? 'no cell')
}

describe('a CSV file', () => {
  it('starts with a byte order mark and the headers, and ends rows with CRLF', async () => {
    expect(await toCsv(columns, [{ value: 'á' }, { value: 2 }])).toBe(
      '\uFEFFId,Valor,"Fin, ""último"""\r\n1,á,fin\r\n1,2,fin',
    )
  })

  it('has only the headers when there are no rows', async () => {
    expect(await toCsv(columns, [])).toBe('\uFEFFId,Valor,"Fin, ""último"""')
  })

  it.each<[string, Cell, string]>([
    ['a comma', 'a,b', 'a,b'],
    ['quotes', 'di "hola"', 'di "hola"'],
    ['line breaks', 'uno\ndos\r\ntres\rcuatro', 'uno\ndos\r\ntres\rcuatro'],
    ['spaces around', '  a  ', '  a  '],
    ['10,000 characters', 'ñ'.repeat(10_000), 'ñ'.repeat(10_000)],
    ['direction marks', '\u202Eabc\u202C', '\u202Eabc\u202C'],
    ['no content', null, ''],
    ['a number', 12.5, '12.5'],
    ['a negative number', -12.5, '-12.5'],
    ['a boolean', false, 'false'],
  ])('preserves a value with %s', async (_kind, value, text) => {
    expect(await roundTrip(value)).toEqual([text])
  })

  it.each([
    '=1+1',
    '=HYPERLINK("http://x","y")',
    '+1+cmd|x',
    '-1-1',
    '-cmd',
    '@SUM(A1)',
    '\tAna',
    '\rAna',
    '+',
    '-',
    '=',
  ])('escapes %j', async (value) => {
    expect(await roundTrip(value)).toEqual([`'${value}`])
  })

  it.each(['-12.5', '+12', '-1.234,56', '+573001234567', '+57 300 123 4567', '+57 (300) 123-4567'])(
    'keeps %j unchanged, as a number or a phone number',
    async (value) => {
      expect(await roundTrip(value)).toEqual([value])
    },
  )

  it.each(['+1-2', '+12 34', '+1234567890123456 7', '+57300-1234567=A1'])(
    'escapes %j, which only resembles a number or a phone number',
    async (value) => {
      expect(await roundTrip(value)).toEqual([`'${value}`])
    },
  )

  it.each(['a=b', "'=1", '3-2', 'ana@example.com'])(
    'keeps %j unchanged, because it does not start a formula',
    async (value) => {
      expect(await roundTrip(value)).toEqual([value])
    },
  )
})
