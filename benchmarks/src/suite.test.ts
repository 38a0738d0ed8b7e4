import { expect, it } from 'vitest'
import type { Measured } from './results'
import { createBench } from './suite'
import { threshold } from './threshold'

const shown: Measured[] = []
const options = { quick: false, runs: 9, stop: new AbortController().signal }
const { record } = createBench(options, (measured) => shown.push(measured))

it('records a subject and its reference by rounds, and reports the measure', () => {
  const measured = record('sorting', {
    unit: 'ms',
    subject: [30, 30, 30],
    reference: [100, 104, 108],
    threshold: threshold.ratioAtMost(0.5),
  })
  expect(measured).toMatchObject({
    name: 'sorting',
    unit: 'ms',
    subject: { median: 30, runs: 3 },
    reference: { median: 104 },
    ratio: { median: 30 / 104 },
    holds: true,
  })
  expect(shown).toEqual([measured])
})

it.each([
  [threshold.ratioAtMost(2), true],
  [threshold.ratioAtMost(1.99), false],
  [threshold.atMost(20), true],
  [threshold.atMost(19), false],
])('judges 20 against a reference of 10 by %j: %j', (limit, holds) => {
  expect(record('twice', { unit: 'ms', subject: [20], reference: [10], threshold: limit }).holds).toBe(holds)
})

it('refuses a ratio threshold without a reference', () => {
  expect(() => record('alone', { unit: 'ms', subject: [1], threshold: threshold.ratioAtMost(1) })).toThrow(
    'The threshold of "alone" applies to a ratio, but the measure has no reference.',
  )
})
