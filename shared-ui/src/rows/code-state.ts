import type { AnyRow } from '@canje/large-table'

/** What `used` of a redeemed code is (D6, list values). */
export const REDEEMED_VALUES = [1, '1', true] as const

export function isRedeemed({ used }: AnyRow): boolean {
  return REDEEMED_VALUES.some((value) => value === used)
}
