import { it } from 'vitest'

/**
 * Whether the suites leave out the cases that depend least on the tab, as a run over many tabs asks by the variable
 * `SAMPLED_SUITES`. The run of one tab has all cases.
 */
export const isSampled = Boolean(process.env.SAMPLED_SUITES)

/** Defines a case that a sample leaves out. */
export const itInFull: (name: string, test: () => Promise<void>) => void = isSampled ? () => undefined : it
