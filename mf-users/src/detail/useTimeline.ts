import { type AnyRow, type FoundRows, isRedeemed, loaderOf, rowsOf, textOf, useFound } from '@canje/shared-ui'

// But for the report, they have all fields of the tabs with these lists, which otherwise would request them again.
const selectCodes = loaderOf('SelectCodes', ['id', 'name', 'userName', 'used', 'date'])
const selectScores = loaderOf('SelectScores', ['id', 'points', 'name', 'locate', 'date'], 'prmNameOrPhone')
const selectReferrals = loaderOf(
  'SelectReferrals',
  ['id', 'points', 'user_name', 'referral_name', 'locate', 'date'],
  'prmNameOrPhone',
)
// Codigos has the date of creation only (D26, creation date).
const selectReport = loaderOf('SelectReport', ['name', 'code', 'codeDate'])

/** The loaders of {@link useTimeline}. */
export const timelineLists = [selectCodes, selectScores, selectReferrals, selectReport]

/** What a person did, or got. */
export interface TimelineEntry {
  /** `referral` is of the person who referred another one, `referrer` of the one who was referred. */
  kind: 'code' | 'score' | 'referral' | 'referrer'
  row: AnyRow
  /** As the service sends it (D7, dates); empty if it is unknown. */
  date: string
}

/** All rows: the newest of a list may be its last ones. */
const ALL = Number.MAX_SAFE_INTEGER

/**
 * Finds what other tabs have of the person with a name, the newest first.
 *
 * @param name undefined while it is not known: nothing is loaded then
 */
export function useTimeline(name: string | undefined) {
  const codes = useFound(selectCodes, 'userName', name, ALL)
  const scores = useFound(selectScores, 'name', name, ALL)
  const referrals = useFound(selectReferrals, 'user_name', name, ALL)
  const referrers = useFound(selectReferrals, 'referral_name', name, ALL)
  const report = useFound(selectReport, 'name', name, ALL)
  const found: Record<string, FoundRows> = { Codigos: codes, Puntaje: scores, Referidos: referrals, Reportes: report }
  return {
    scores,
    referrals,
    isLoading: [...Object.values(found), referrers].includes('loading'),
    /** The tabs whose lists could not be loaded. */
    failed: Object.keys(found).filter((tab) => found[tab] === 'failed'),
    entries: newestFirst([
      ...entriesOf('code', codes, redemptionDates(rowsOf(report))),
      ...entriesOf('score', scores),
      ...entriesOf('referral', referrals),
    ]),
    referrers: newestFirst(entriesOf('referrer', referrers)),
  }
}

function entriesOf(
  kind: TimelineEntry['kind'],
  found: FoundRows,
  dateOf = (row: AnyRow) => textOf(row, 'date'),
): TimelineEntry[] {
  return rowsOf(found).map((row) => ({ kind, row, date: dateOf(row) }))
}

/** Returns the date of a code's redemption by its row in Codigos; empty for one that is not redeemed, or has several dates. */
function redemptionDates(report: readonly AnyRow[]): (code: AnyRow) => string {
  const dates = new Map<string, string>()
  for (const row of report) {
    const [code, date] = [textOf(row, 'code'), textOf(row, 'codeDate')]
    dates.set(code, (dates.get(code) ?? date) === date ? date : '')
  }
  return (code) => (isRedeemed(code) && dates.get(textOf(code, 'name'))) || ''
}

/** Dates of another form than the usual one follow the others, in the order of their list. */
function newestFirst(entries: readonly TimelineEntry[]): TimelineEntry[] {
  const keyOf = ({ date }: TimelineEntry) => (/^\d{4}-\d\d-\d\d/.test(date) ? date.replace('T', ' ') : '')
  return [...entries].sort((one, other) => Number(keyOf(one) < keyOf(other)) - Number(keyOf(one) > keyOf(other)))
}
