import { expect, it } from 'vitest'
import { tsvLine } from './tsv'

const columns = [
  { header: 'Id', field: 'id' },
  { header: 'Nombre', field: 'name', display: { map: [[null, { text: 'No asignado' }]] } },
] as const

it.each([
  ['a text', { id: 1, name: 'Ana' }, '1\tAna'],
  ['a large number and a displayed value', { id: 90071992547409931n, name: null }, '90071992547409931\tNo asignado'],
  ['nothing', { id: null, name: '' }, '\t'],
])('writes %s between tabs', (_kind, row, line) => {
  expect(tsvLine(columns, row)).toBe(line)
})

it('keeps a text in its cell', () => {
  expect(tsvLine(columns, { id: 1, name: 'a\tb\r\nc\u2028d' })).toBe('1\ta b c d')
})

it.each(['=1+1', '\t=1'])('keeps %j from being run as a formula', (name) => {
  const [, cell = ''] = tsvLine(columns, { id: 1, name }).split('\t')
  expect(cell.startsWith("'")).toBe(true)
})

it.each([
  ['"Ana" y otra', '"""Ana"" y otra"'],
  ['"=1+1"', '"""=1+1"""'],
])('keeps %j from taking the next cells with it', (name, cell) => {
  expect(tsvLine(columns, { id: 1, name })).toBe(`1\t${cell}`)
})

it.each(['+573001234567', '-12.5', '007', 'O\'Neill "x"'])('leaves %j alone', (name) => {
  expect(tsvLine(columns, { id: 1, name })).toBe(`1\t${name}`)
})
