import { expect, it } from 'vitest'
import type { Cell } from '../parse-rows'
import { parseText } from '../testing/random-rows'
import { rowNumbers } from './column-block'
import { DisplayReader } from './display-reader'
import { stringsRepeat } from './string-dictionary'

const among = (others: readonly Cell[], make: (index: number) => Cell) =>
  Array.from({ length: 300 }, (_, index) => (index % 3 === 0 ? make(index) : (others[index % others.length] as Cell)))
const code = (index: number) => `C${index}`
const name = (index: number) => `Ana ${index % 10}`

it.each<[string, Cell[], boolean]>([
  ['codes', Array.from({ length: 300 }, (_, index) => code(index)), false],
  ['names', among([null], name), true],
  ['codes, one in twenty a duplicate', Array.from({ length: 300 }, (_, index) => code(index % 20 && index)), true],
  ['codes, one in fifty a duplicate', Array.from({ length: 300 }, (_, index) => code(index % 50 && index)), false],
  ['codes among empty cells', among([null, ''], code), false],
  ['codes among numbers', among([1, 2.5], code), false],
  ['booleans', among([true, false], () => true), true],
  ['no rows', [], false],
])('detects whether texts repeat: %s', (_name, values, expected) => {
  const { cells } = parseText(['value'], JSON.stringify({ data: values.map((value) => ({ value })) }))
  expect(stringsRepeat(new DisplayReader(cells, { field: 'value' }), rowNumbers(cells.count))).toBe(expected)
})
