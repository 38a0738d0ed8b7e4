import type { Cell } from '@canje/shared-ui'

/** Values of `used` for a redeemed code (D6, list values). */
export const REDEEMED_VALUES: readonly Cell[] = [1, '1', true]

/** The displayed texts of a code (specification §2). */
export const UNASSIGNED = { text: 'No asignado', severity: 'warning' } as const
export const REDEEMED = { text: 'redimido', severity: 'danger' } as const
export const FREE = { text: 'sin redimir', severity: 'success' } as const

/** Whether a code is redeemed: `used` is 1, "1" or true. */
export function isRedeemed({ used }: { used?: Cell | undefined }): boolean {
  return REDEEMED_VALUES.some((value) => value === used)
}
