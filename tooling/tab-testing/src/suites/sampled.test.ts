import { expect, it, vi } from 'vitest'
import { isSampled } from './sampled'

it('leaves out cases of the suites that the run names, and of none without names', () => {
  vi.stubEnv('SAMPLED_SUITES', 'csv load')
  expect((['csv', 'load', 'table'] as const).map(isSampled)).toEqual([true, true, false])
  vi.stubEnv('SAMPLED_SUITES', undefined)
  expect(isSampled('csv')).toBe(false)
})
