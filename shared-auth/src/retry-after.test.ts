import { beforeEach, expect, it, vi } from 'vitest'
import { retryAfterSeconds } from './retry-after'

beforeEach(() => {
  vi.useFakeTimers({ now: Date.UTC(2026, 10, 21, 8, 0, 0, 500), toFake: ['Date'] })
})

it.each([
  ['0', 0],
  ['120', 120],
  [' 120 ', 120],
  ['Sat, 21 Nov 2026 08:02:00 GMT', 120],
  ['Saturday, 21-Nov-26 08:02:00 GMT', 120],
  ['Sat, 21 Nov 2026 07:00:00 GMT', 0],
])('parses %j as %d seconds', (header, seconds) => {
  expect(retryAfterSeconds(header)).toBe(seconds)
})

it.each([undefined, '', '-5', '1.5', '12345678901', '1e3', 'soon', '2026-11-21', 'Sat, 99 Nov 2026 08:02:00 GMT', 120])(
  'returns null for %j',
  (header) => {
    expect(retryAfterSeconds(header)).toBeNull()
  },
)
