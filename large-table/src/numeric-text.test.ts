import { expect, it } from 'vitest'
import { plainNumber } from './numeric-text'

it.each([
  ['0', 0],
  ['007', 7],
  ['-12.5', -12.5],
])('parses %j as %d', (text, number) => {
  expect(plainNumber(text)).toBe(number)
})

it.each(['', ' 1', '+1', '1.', '.5', '1,5', '1e3', '0x1F', 'Infinity', '1.234,56', '2026-01-01'])(
  'returns undefined for %j',
  (text) => {
    expect(plainNumber(text)).toBeUndefined()
  },
)
