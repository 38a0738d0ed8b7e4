import { expect, it } from 'vitest'
import { wrongCodes } from './backend-staff'

const codes = (...ids: number[]) => ids.map((id) => ({ id, name: `CODE${id}`, used: 0 }))

it('finds no wrong codes in the expected list', () => {
  expect(wrongCodes(codes(1, 2, 3), codes(1, 3, 4, 5), 2, new Set([2]))).toBe(0)
})

it.each([
  ['a lost code', codes(1, 4, 5)],
  ['a deleted code that is still listed', codes(1, 2, 3, 4, 5)],
  ['a missing created code', codes(1, 3, 4)],
  ['a code that was created twice', codes(1, 3, 4, 5, 6)],
  ['a duplicate name', [...codes(1, 3, 4), { id: 5, name: 'CODE4', used: 0 }]],
])('finds %s', (_what, after) => {
  expect(wrongCodes(codes(1, 2, 3), after, 2, new Set([2]))).toBeGreaterThan(0)
})
