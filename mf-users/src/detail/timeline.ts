import { type AnyRow, type FoundRows, loaderOf, rowsOf, textOf, useFound } from '@canje/shared-ui'

const selectReferrals = loaderOf(
  'SelectReferrals',
  ['id', 'points', 'user_name', 'referral_name', 'locate', 'date'],
  'prmNameOrPhone',
)

/**
 * The lists of other tabs that have the name of a person, in a field. But for Reportes, they have all fields of those tabs,
 * which otherwise would request them again.
 */
const sources = {
  Codigos: { load: loaderOf('SelectCodes', ['id', 'name', 'userName', 'used', 'date']), by: 'userName' },
  Puntaje: { load: loaderOf('SelectScores', ['id', 'points', 'name', 'locate', 'date'], 'prmNameOrPhone'), by: 'name' },
  Referidos: { load: selectReferrals, by: 'user_name' },
  'Referido por': { load: selectReferrals, by: 'referral_name' },
  // Codigos has the date of creation only (D26, creation date).
  Reportes: { load: loaderOf('SelectReport', ['name', 'code', 'codeDate']), by: 'name' },
} as const

/** The loaders of {@link useTimeline}. */
export const timelineLists = Object.values(sources).map(({ load }) => load)

/** What a person did, or got. */
export interface TimelineEntry {
  kind: 'code' | 'score' | 'referral'
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
  const codes = useSource('Codigos', name)
  const scores = useSource('Puntaje', name)
  const referrals = useSource('Referidos', name)
  const referrers = useSource('Referido por', name)
  const report = useSource('Reportes', name)
  const found = { Codigos: codes, Puntaje: scores, Referidos: referrals, Reportes: report }
  return {
    scores,
    referrals,
    isLoading: [...Object.values(found), referrers].includes('loading'),
    /** The tabs whose lists could not be loaded. */
    failed: Object.entries(found).flatMap(([tab, rows]) => (rows === 'failed' ? tab : [])),
    entries: newestFirst([
      ...entriesOf('code', codes, redemptionDates(rowsOf(report))),
      ...entriesOf('score', scores),
      ...entriesOf('referral', referrals),
    ]),
    referrers: newestFirst(entriesOf('referral', referrers)),
  }
}

function useSource(tab: keyof typeof sources, name: string | undefined): FoundRows {
  const { load, by } = sources[tab]
  return useFound(load, by, name, ALL)
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

/** Whether a code is redeemed: `used` is 1, "1" or true (D6, unknown fields). */
export function isRedeemed({ used }: AnyRow): boolean {
  return used === 1 || used === '1' || used === true
}
