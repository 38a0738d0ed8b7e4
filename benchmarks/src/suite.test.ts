import { expect, it } from 'vitest'
import type { Measured } from './results'
import { createBench } from './suite'
import { bound } from './threshold'

const newBench = () => {
  const shown: Measured[] = []
  const bench = createBench({ quick: false, runs: 9, stop: new AbortController().signal }, (measured) =>
    shown.push(measured),
  )
  return { bench, shown }
}
const counting = (start: number) => async () => start++

it('measures a subject beside its reference, and shows what came of it', async () => {
  const { bench, shown } = newBench()

  const measured = await bench.measure('sorting', {
    unit: 'ms',
    subject: async () => 30,
    reference: counting(100),
    bound: bound.ratioAtMost(0.5),
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
  [bound.ratioAtMost(2), true],
  [bound.ratioAtMost(1.99), false],
  [bound.ratioAtLeast(2), true],
  [bound.ratioAtLeast(2.01), false],
  [bound.atMost(20), true],
  [bound.atMost(19), false],
])('20 against 10 under %j: %j', (limit, holds) => {
  const { bench } = newBench()
  expect(bench.record('twice', { unit: 'ms', subject: [20], reference: [10], bound: limit }).holds).toBe(holds)
})

it('runs as often as a measure asks', async () => {
  const { bench } = newBench()
  expect((await bench.measure('bytes', { unit: 'B', subject: counting(0), runs: 1 })).subject.runs).toBe(1)
})

it('knows no ratio without a reference', () => {
  const { bench } = newBench()
  expect(() => bench.record('alone', { unit: 'ms', subject: [1], bound: bound.ratioAtMost(1) })).toThrow(
    '"alone" is bound to a ratio, but has no reference.',
  )
})
