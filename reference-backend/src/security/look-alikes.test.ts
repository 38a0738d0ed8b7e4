import { expect, it } from 'vitest'
import { looksLike } from './look-alikes'

it.each([
  ['admin', 'ADMIN'],
  ['admin', 'a\u0301dmin'],
  ['admin', 'ADM\u0130N'],
  ['admin', '\uff41\uff44\uff4d\uff49\uff4e'],
  ['admin', 'ad\u200bmin'],
  ['admin', 'AD-MIN.'],
  ['admin', 'admin!'],
  ['admin', 'adm!n'],
  ['admin', 'adm1n'],
  ['admin', 'adrnin'],
  ['admin', 'adnnin'],
  ['admin', 'aclmin'],
  ['diego', 'c1iego'],
  ['admin', '@dmin'],
  ['clara', 'cIara'],
  ['soto', '5oto'],
  ['bob', '8ob'],
  ['zara', '2ara'],
  ['walter', 'vvalter'],
  ['bogot\u00e1', 'b0g0ta'],
])('takes %j and %j for alike, in either order', (one, other) => {
  expect([looksLike(one, other), looksLike(other, one)]).toEqual([true, true])
})

it.each([
  ['admin', 'admin2'],
  ['ana', 'eva'],
  ['ana3', 'ana4'],
  ['maria', 'mario'],
])('tells %j from %j', (one, other) => {
  expect(looksLike(one, other)).toBe(false)
})
