import { expect, it } from 'vitest'
import { clampFirst } from './clamp-first'

it.each([
  { first: 0, total: 0, shown: 0 },
  { first: 10, total: 25, shown: 10 },
  { first: 20, total: 20, shown: 10 },
  { first: 20, total: 21, shown: 20 },
  { first: 40, total: 3, shown: 0 },
  { first: 10, total: 0, shown: 0 },
])('clamps row $first of $total to $shown', ({ first, total, shown }) => {
  expect(clampFirst(first, 10, total)).toBe(shown)
})
