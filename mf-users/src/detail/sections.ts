import { type AnyRow, type FoundRows, loaderOf, useFound } from '@canje/shared-ui'
import { useState } from 'react'

/** Rows of a section at first, and with each press of 'Mostrar más'. */
const FIRST_ROWS = 5
const MORE_ROWS = 50

const selectReferrals = loaderOf(
  'SelectReferrals',
  ['id', 'points', 'user_name', 'referral_name', 'locate', 'date'],
  'prmNameOrPhone',
)

/**
 * The lists of other tabs that have the name of a person, in a field. They have all fields of those tabs, which otherwise
 * would request them again.
 */
export const sections = {
  codes: { load: loaderOf('SelectCodes', ['id', 'name', 'userName', 'used', 'date']), by: 'userName' },
  scores: {
    load: loaderOf('SelectScores', ['id', 'points', 'name', 'locate', 'date'], 'prmNameOrPhone'),
    by: 'name',
  },
  referred: { load: selectReferrals, by: 'user_name' },
  referrers: { load: selectReferrals, by: 'referral_name' },
} as const

/** The rows of a section so far. */
export interface SectionRows {
  found: FoundRows
  /** Reads more of them. */
  showMore: () => void
}

/** Finds the first rows of a section. */
export function useSection(of: keyof typeof sections, name: string): SectionRows {
  const { load, by } = sections[of]
  const [limit, setLimit] = useState(FIRST_ROWS)
  return { found: useFound(load, by, name, limit), showMore: () => setLimit(limit + MORE_ROWS) }
}

/** Whether a code is redeemed: `used` is 1, "1" or true (D6, unknown fields). */
export function isRedeemed({ used }: AnyRow): boolean {
  return used === 1 || used === '1' || used === true
}
