import { it } from 'vitest'

type Suite = 'csv' | 'faults' | 'filter' | 'load' | 'table'

/**
 * Whether a suite leaves out the cases that depend least on the tab. A run over many tabs asks for it by the variable
 * `SAMPLED_SUITES`, with spaces between the names of suites; the run of one tab has all cases.
 */
export function isSampled(suite: Suite): boolean {
  return process.env.SAMPLED_SUITES?.split(' ').includes(suite) ?? false
}

/** Defines cases that a sample of the suite leaves out. */
export function inFull(suite: Suite): (name: string, test: () => Promise<void>) => void {
  return isSampled(suite) ? () => undefined : it
}
