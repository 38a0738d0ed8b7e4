import { expect, it } from 'vitest'
import { formatNumber, pointsText, shortened } from './format'

const TINY = `12.${'0'.repeat(24)}1` as const

it.each([
  [1234, '1.234'],
  [-1234.5, '-1.234,5'],
  [0.1, '0,1'],
  [1e-25, `0,${'0'.repeat(24)}1`],
  [10n ** 16n + 1n, '10.000.000.000.000.001'],
  ['9007199254740992.5', '9.007.199.254.740.992,5'],
  ['-0.12345678901234567890123', '-0,12345678901234567890123'],
  [TINY as `${number}`, `12,${'0'.repeat(24)}1`],
] as const)('writes all digits of %s: %s', (value, text) => {
  expect(formatNumber(value)).toBe(text)
})

it.each([
  [1, '1 punto'],
  [0, '0 puntos'],
  [1090, '1.090 puntos'],
  ['doce', 'doce puntos'],
  ['00123', '00123 puntos'],
  ['', '— puntos'],
  [null, '— puntos'],
  [undefined, '— puntos'],
])('writes the points of %s with the digits of the tables: %s', (cell, text) => {
  expect(pointsText(cell)).toBe(text)
})

it('cuts off a long text, in one line', () => {
  expect(shortened('Ana\n María')).toBe('Ana María')
  expect(shortened('x'.repeat(120))).toBe('x'.repeat(120))
  expect(shortened('x'.repeat(10_000))).toBe(`${'x'.repeat(120)}…`)
})
