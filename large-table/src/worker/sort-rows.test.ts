import { stringifyJson } from '@canje/shared-auth/json'
import { describe, expect, it } from 'vitest'
import { orderRows } from '../order-rows'
import type { Cell } from '../parse-rows'
import { parseText, randomNumbers } from '../testing/random-rows'
import { rowNumbers } from './column-block'
import { DisplayReader } from './display-reader'
import { sortRows } from './sort-rows'

function sorted(values: readonly Cell[], direction: 1 | -1): number[] {
  const { cells } = parseText(['value'], stringifyJson({ data: values.map((value) => ({ value })) }))
  return [...sortRows(new DisplayReader(cells, { field: 'value' }), rowNumbers(cells.count), direction)]
}

function expected(values: readonly Cell[], direction: 1 | -1): number[] {
  return orderRows([...values.keys()], (index) => values[index] ?? null, direction)
}

const random = randomNumbers(2)
const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)] as T
const many = (make: () => Cell, count = 3000) => Array.from({ length: count }, make)
const printable = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
const accented = [...'áéíóúüñçàâÁÉÍÓÚÜÑ¡¿']

const columns: Record<string, Cell[]> = {
  'all kinds of numbers': [
    ...many(() => (random() - 0.5) * 10 ** Math.floor(random() * 60 - 30)),
    0,
    '-0',
    '0.0',
    '00012',
    2 ** 53,
    2 ** 53 - 1,
    '9007199254740993',
    '0.1',
    0.1,
    '0.30000000000000004',
    5e-324,
    -5e-324,
    1e308,
  ],
  'integers of any size': many(() => {
    const large = 10n ** BigInt(pick([16, 17, 20, 310, 400])) + BigInt(Math.floor(random() * 3))
    return pick<Cell>([
      large,
      -large,
      `${large}`,
      `-00${large}`,
      `${large}.5`,
      '9007199254740993',
      2 ** 53 - 1,
      1.5,
      '7',
    ])
  }),
  'equal large integers': many(() => pick<Cell>([10n ** 20n, `${10n ** 20n}`])),
  'numbers and text': many(() =>
    pick<Cell>([1, '1', '1.0', ' 1', '1 ', 'x1', '1e3', '+1', '-', '.5', '5.', null, '', true]),
  ),
  codes: many(() => Array.from({ length: 8 }, () => pick([...'ABCDEFGHJK23456789'])).join('')),
  'codes with few duplicates': [
    ...Array.from({ length: 3000 }, (_, index) => `C${(index * 7919) % 3001}X`),
    ...many(() => `C${pick(['', '0'])}${Math.floor(random() * 3001)}X`, 100),
  ],
  'texts that differ only in leading zeros': many(() => `A${pick(['', '0', '00'])}${Math.floor(random() * 50)}`),
  // Two pairs with the same FNV-1a hash.
  'texts with hash collisions': many(() => pick(['costarring', 'liquid', 'declinate', 'macallums'])),
  'names with accents and case': many(
    () =>
      `${pick(['ana', 'Ana', 'ANA', 'Ána', 'áná', 'Ñu', 'Nu', 'nz', 'o'])} ${pick(['', 'Peña', 'pena', 'PEÑA', 'Péña'])}`,
  ),
  ASCII: many(() => Array.from({ length: Math.floor(random() * 5) }, () => pick(printable)).join('')),
  'ASCII and accents': many(() => Array.from({ length: 3 }, () => pick([...accented, ...'anouAN1'])).join('')),
  'numbers within text': many(
    () =>
      `${pick(['C', 'c', ''])}${pick(['', '0', '00'])}${Math.floor(random() ** 4 * 1e6)}${pick(['', 'x', '-1', '.5'])}`,
  ),
  'long numbers within text': many(() => `n${'9'.repeat(Math.floor(random() * 30))}${Math.floor(random() * 10)}`, 300),
  'long texts that differ at the end': many(
    () => `${'Ñandú 12 '.repeat(40)}${pick(['a', 'á', 'A', 'b', '\u0301', ''])}`,
    200,
  ),
  'texts with unweighted characters': many(() =>
    pick(['straße', 'strasse', 'Æsir', 'aesir', '你好', '😀', 'e\u0301', 'é', 'e', '', 'ﬁn', 'fin', '½', 'x²']),
  ),
}

describe.each(Object.entries(columns))('%s', (_name, values) => {
  it.each([1, -1] as const)('are sorted as by orderRows, direction %i', (direction) => {
    const order = sorted(values, direction)
    expect(order.map((row) => values[row])).toEqual(expected(values, direction).map((row) => values[row]))
    expect(order).toEqual(expected(values, direction))
  })
})
