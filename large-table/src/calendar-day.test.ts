import { expect, it } from 'vitest'
import { calendarDay } from './calendar-day'

it.each([
  ['2025-10-22', 20251022],
  ['2025-10-22 10:42:00', 20251022],
  ['2025-10-22T10:42Z', 20251022],
  ['2024-02-29', 20240229],
  ['2000-02-29', 20000229],
  ['0099-12-31', 991231],
  ['2025-02-29', undefined],
  ['1900-02-29', undefined],
  ['2025-04-31', undefined],
  ['2025-13-01', undefined],
  ['2025-00-10', undefined],
  ['2025-10-00', undefined],
  ['2025-10-220', undefined],
  [' 2025-10-22', undefined],
  ['22/10/2025', undefined],
  ['99-99', undefined],
  ['', undefined],
])('the day of %j is %j', (text, day) => {
  expect(calendarDay(text)).toBe(day)
})
