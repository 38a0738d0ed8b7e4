import { expect, it } from 'vitest'
import { ratios, summarise } from './statistics'

it.each([
  [[5], { median: 5, low: 5, high: 5, runs: 1 }],
  [[4, 1, 3, 2], { median: 2.5, low: 1.75, high: 3.25, runs: 4 }],
  [[9, 1, 5, 3, 7], { median: 5, low: 3, high: 7, runs: 5 }],
  [[1, 1, 1, 1, 1000], { median: 1, low: 1, high: 1, runs: 5 }],
])('summarises %j as %j', (values, summary) => {
  expect(summarise(values)).toEqual(summary)
})

it.each([[[]], [[1, Number.NaN]]])('refuses to summarise %j', (values) => {
  expect(() => summarise(values)).toThrow(RangeError)
})

it('computes ratios per round, so that a slow round weighs no more than any other', () => {
  const loaded = 10
  expect(ratios([2, 2, 2 * loaded], [1, 1, loaded])).toEqual([2, 2, 2])
})

it('refuses series of different lengths', () => {
  expect(() => ratios([1, 2], [1])).toThrow('2 runs of the subject but 1 of its reference')
})
