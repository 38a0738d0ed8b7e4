import { expect, it, vi } from 'vitest'
import { randomId } from './random-id'

it('generates unique ids outside a secure context', () => {
  const { getRandomValues } = crypto
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) })
  expect([randomId(), randomId()]).toEqual(Array(2).fill(expect.stringMatching(/^[0-9a-f]{32}$/)))
  expect(randomId()).not.toBe(randomId())
})
