import { expect, it } from 'vitest'
import { isRedeemed } from './code-state'

it.each([
  ...[1, '1', true].map((used) => [used, true] as const),
  ...[0, '0', false, null, 2, '', 'true', 'si'].map((used) => [used, false] as const),
])('a code with used %j is redeemed: %j', (used, expected) => {
  expect(isRedeemed({ used })).toBe(expected)
})
