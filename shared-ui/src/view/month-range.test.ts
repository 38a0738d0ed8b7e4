import { expect, it } from 'vitest'
import { formatDayRange, parseDayRange } from './day-range'
import { commonDays, dayRangeText, monthRange } from './month-range'

it.each([
  ['2025-02', '2025-02-01..2025-02-28'],
  ['2024-02', '2024-02-01..2024-02-29'],
  ['2025-12', '2025-12-01..2025-12-31'],
])('the range of the month %s is %s', (month, range) => {
  expect(monthRange(month)).toBe(range)
})

it.each([
  ['2025-06-01..2025-06-30', '2025-06-10..2025-07-10', '2025-06-10..2025-06-30'],
  ['2025-06-01..2025-06-30', '..2025-06-10', '2025-06-01..2025-06-10'],
  ['2025-06-01..2025-06-30', '2025-06-10..', '2025-06-10..2025-06-30'],
  ['2025-06-01..2025-06-30', '', '2025-06-01..2025-06-30'],
  ['2025-06-10..', '2025-06-01..', '2025-06-10..'],
])('%s and %s have %s in common', (one, other, common) => {
  const [a, b] = [parseDayRange(one), parseDayRange(other)]
  expect([formatDayRange(commonDays(a, b)), formatDayRange(commonDays(b, a))]).toEqual([common, common])
})

it.each([
  ['2025-05-01', '2025-05-31', 'mayo 2025'],
  ['2024-02-01', '2024-02-29', 'febrero 2024'],
  ['2024-02-01', '2024-02-28', '2024-02-01 a 2024-02-28'],
  ['2025-02-01', '2025-02-28', 'febrero 2025'],
  ['2025-11-01', '2026-01-31', '2025-11-01 a 2026-01-31'],
  ['2025-05-02', '2025-05-31', '2025-05-02 a 2025-05-31'],
  ['2025-05-01', '2025-06-01', '2025-05-01 a 2025-06-01'],
  ['2025-06-30', '2025-05-01', '2025-06-30 a 2025-05-01'],
  ['2025-05-01', '2025-05-01', '2025-05-01'],
  ['2025-05-01', '', 'desde 2025-05-01'],
  ['', '2025-05-31', 'hasta 2025-05-31'],
])('names the days from %s to %s: %s', (from, to, text) => {
  expect(dayRangeText({ from, to })).toBe(text)
})
