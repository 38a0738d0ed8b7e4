import {
  type AnyRow,
  DetailLink,
  type FoundRows,
  isId,
  isRedeemed,
  loaderOf,
  pointsText,
  rowsOf,
  textOf,
  useFound,
} from '@canje/shared-ui'
import type { ReactNode } from 'react'

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
  content: ReactNode
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
  const redeemedAt = redemptionDates(rowsOf(report))
  return {
    scores,
    referrals,
    isLoading: [...Object.values(found), referrers].includes('loading'),
    /** The tabs whose lists could not be loaded. */
    failed: Object.keys(found).filter((tab) => found[tab] === 'failed'),
    entries: newestFirst([
      ...rowsOf(codes).map((row) => ({ content: codeText(row), date: redeemedAt(row) })),
      ...rowsOf(scores).map((row) => ({ content: scoreText(row), date: textOf(row, 'date') })),
      ...rowsOf(referrals).map((row) => ({
        content: <>Refirió a {referralText(row, 'referral_name')}</>,
        date: textOf(row, 'date'),
      })),
    ]),
    referrers: newestFirst(
      rowsOf(referrers).map((row) => ({ content: referralText(row, 'user_name'), date: textOf(row, 'date') })),
    ),
  }
}

function codeText(row: AnyRow): ReactNode {
  const name = textOf(row, 'name')
  const link = <DetailLink slot="detalle:codigo" subject={isId(row.id) ? { id: row.id } : { name }} text={name} />
  return isRedeemed(row) ? <>Redimió {link}</> : <>{link} sin redimir</>
}

function scoreText(row: AnyRow): ReactNode {
  const date = textOf(row, 'date')
  const day = dayOf(date)
  const days = day === date ? {} : { date: `${day}..${day}` }
  const view = new URLSearchParams({ name: textOf(row, 'name'), ...days })
  return (
    <a className="detail-link" href={`/main?tab=puntaje#${view}`} translate="no">
      {[signedPoints(row), textOf(row, 'locate')].filter(Boolean).join(' · ')}
    </a>
  )
}

/** @param person the field of the other person: the one who was referred, or who did */
function referralText(row: AnyRow, person: string): ReactNode {
  const name = textOf(row, person)
  return (
    <>
      <DetailLink slot="detalle:usuario" subject={{ name }} text={name} /> <span>{signedPoints(row)}</span>
    </>
  )
}

function signedPoints({ points }: AnyRow): string {
  return pointsText(points).replace(/^[1-9]/, '+$&')
}

/** The day of a date without its time; other texts unchanged (D7, dates). */
export function dayOf(date: string): string {
  return date.replace(/^(\d{4}-\d\d-\d\d)[T ].*$/, '$1')
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
