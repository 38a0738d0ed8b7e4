import { expect, it } from 'vitest'
import type { Measured } from './results'
import { createBench } from './suite'
import { threshold } from './threshold'

const newBench = () => {
  const shown: Measured[] = []
  const bench = createBench({ quick: false, runs: 9, stop: new AbortController().signal }, (measured) =>
    shown.push(measured),
  )
  return { bench, shown }
}
const counting = (start: number) => async () => start++

it('measures a subject and its reference, and reports the measure', async () => {
  const { bench, shown } = newBench()

  const measured = await bench.measure('sorting', {
    unit: 'ms',
    subject: async () => 30,
    reference: counting(100),
    threshold: threshold.ratioAtMost(0.5),
  })

  expect(measured).toMatchObject({
    name: 'sorting',
    unit: 'ms',
    subject: { median: 30, runs: 9 },
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
  const { bench } = newBench()
  expect(bench.record('twice', { unit: 'ms', subject: [20], reference: [10], threshold: limit }).holds).toBe(holds)
})

it('uses the number of runs that a measure sets', async () => {
  const { bench } = newBench()
  expect((await bench.measure('bytes', { unit: 'B', subject: counting(0), runs: 1 })).subject.runs).toBe(1)
})

it('refuses a ratio threshold without a reference', () => {
  const { bench } = newBench()
  expect(() => bench.record('alone', { unit: 'ms', subject: [1], threshold: threshold.ratioAtMost(1) })).toThrow(
    'The threshold of "alone" applies to a ratio, but the measure has no reference.',
  )
})
