import { expect, it } from 'vitest'
import { measure } from './suite'

it('compares a subject with its reference by rounds', () => {
  expect(measure('sorting', { unit: 'ms', subject: [30, 30, 30], reference: [100, 104, 108] })).toMatchObject({
    name: 'sorting',
    unit: 'ms',
    subject: { median: 30, runs: 3 },
    reference: { median: 104 },
    ratio: { median: 30 / 104 },
  })
})

it('has no ratio without a reference', () => {
  const alone = { median: 1, low: 1, high: 1, runs: 1 }
  expect(measure('a page', { unit: 'KB', subject: [1] })).toEqual({ name: 'a page', unit: 'KB', subject: alone })
})
