import { it } from 'vitest'

const isLong = Boolean(process.env.LONG_TESTS)

/** Defines a case whose rule another case, or a test of its parts, proves at less cost. */
export const itLong: (name: string, test: () => Promise<void>) => void = isLong ? it : () => undefined

/** The cases of one rule with LONG_TESTS, else the first of them. */
export function someOf<Case>(cases: readonly Case[]): readonly Case[] {
  return isLong ? cases : cases.slice(0, 1)
}
