import { expect, it } from 'vitest'
import { wrongCodes } from './backend-staff'

const codes = (...ids: number[]) => ids.map((id) => ({ id, name: `CODE${id}`, used: 0 }))

it('finds nothing wrong where every code is accounted for', () => {
  expect(wrongCodes(codes(1, 2, 3), codes(1, 3, 4, 5), 2, new Set([2]))).toBe(0)
})

it.each([
  ['a lost code', codes(1, 4, 5)],
  ['a deleted code that is still there', codes(1, 2, 3, 4, 5)],
  ['a creation that came to nothing', codes(1, 3, 4)],
  ['a creation done twice', codes(1, 3, 4, 5, 6)],
  ['a name given twice', [...codes(1, 3, 4), { id: 5, name: 'CODE4', used: 0 }]],
])('finds %s', (_what, after) => {
  expect(wrongCodes(codes(1, 2, 3), after, 2, new Set([2]))).toBeGreaterThan(0)
})
