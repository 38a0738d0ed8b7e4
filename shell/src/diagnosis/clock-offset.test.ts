import { expect, it, vi } from 'vitest'
import { clockOffset } from './clock-offset'

const now = Date.UTC(2026, 10, 26, 10, 31, 5)

it.each([
  ['Thu, 26 Nov 2026 10:30:05 GMT', 59_500],
  ['Thu, 26 Nov 2026 10:31:05 GMT', -500],
  ['ayer', undefined],
])('compares the clocks by the date %s of the server', async (date, offset) => {
  vi.useFakeTimers({ toFake: ['Date'], now })
  vi.spyOn(globalThis, 'fetch').mockResolvedValue(new Response('', { headers: { Date: date } }))
  expect(await clockOffset()).toBe(offset)
})

it('knows nothing without a response', async () => {
  vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'))
  expect(await clockOffset()).toBeUndefined()
})
