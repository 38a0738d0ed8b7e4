import { loadAll, type Row } from 'shared-ui'

const FIELDS = ['id', 'name', 'userName', 'used', 'date'] as const

/** A code. `name` is its text, and `userName` is null until it is assigned (specification §3). */
export type Code = Row<(typeof FIELDS)[number]>

/** Loads all codes. */
export const selectCodes = loadAll('SelectCodes', FIELDS)

/** Values of `used` for a redeemed code (D6). */
export const REDEEMED_VALUES = [1, '1', true]

/** Whether a code is redeemed: `used` is 1, "1" or true. */
export function isRedeemed({ used }: Pick<Code, 'used'>): boolean {
  return REDEEMED_VALUES.some((value) => value === used)
}
