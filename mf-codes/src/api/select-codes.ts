import { loadAll, type Row } from 'shared-ui'

const FIELDS = ['id', 'name', 'userName', 'used', 'date'] as const

/** A code: its text is `name`; `userName` is null until it is assigned (specification §3). */
export type Code = Row<(typeof FIELDS)[number]>

/** Asks for every code. */
export const selectCodes = loadAll('SelectCodes', FIELDS)

/** The values of `used` that say so (D6). */
export const REDEEMED_VALUES = [1, '1', true]

/** True only when the server says so with 1, "1" or true. */
export function isRedeemed({ used }: Pick<Code, 'used'>): boolean {
  return REDEEMED_VALUES.some((value) => value === used)
}
