import {
  type AnyRow,
  DetailLink,
  formatNumber,
  isId,
  isRedeemed,
  pointsText,
  textOf,
  useFocusFallback,
} from '@canje/shared-ui'
import { type ReactNode, useRef, useState } from 'react'
import type { TimelineEntry } from './useTimeline'

/** Entries at first, and those that each press of 'Mostrar más' adds. */
const FIRST_ENTRIES = 10
const MORE_ENTRIES = 50

interface TimelineProps {
  /** The accessible name. */
  label: string
  entries: readonly TimelineEntry[]
  /** Several persons have the name by which the entries were found. */
  isShared: boolean | undefined
  /** All lists could be loaded. */
  isComplete: boolean
}

/** Entries of a person's history, the first ones until staff ask for more. */
export function Timeline({ label, entries, isShared, isComplete }: TimelineProps) {
  const [limit, setLimit] = useState(FIRST_ENTRIES)
  const list = useRef<HTMLUListElement>(null)
  const missing = entries.length - limit

  return (
    <section className="stack detail-section" {...useFocusFallback(list)}>
      <h4>
        {isComplete || entries.length > 0 ? `${label} (${formatNumber(entries.length)})` : label}
        {isShared && entries.length > 0 && <small> de varias personas</small>}
      </h4>
      {entries.length === 0 && isComplete && <p>Sin registros.</p>}
      {entries.length > 0 && (
        <ul className="detail-rows" aria-label={label} ref={list} tabIndex={-1}>
          {entries.slice(0, limit).map(({ kind, row, date }, index) => (
            // Translations move text nodes, so React could not remove those of another content.
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of these lists may have no id
            <li key={`${index} ${kind} ${isRedeemed(row)}`}>
              <span className="detail-row">{CONTENTS[kind](row)}</span> <time title={date}>{dayOf(date)}</time>
            </li>
          ))}
        </ul>
      )}
      {missing > 0 && (
        <button type="button" className="p-button p-button-outlined" onClick={() => setLimit(limit + MORE_ENTRIES)}>
          Mostrar más ({formatNumber(missing)})
        </button>
      )}
    </section>
  )
}

const CONTENTS: Readonly<Record<TimelineEntry['kind'], (row: AnyRow) => ReactNode>> = {
  code: codeText,
  score: scoreText,
  referral: (row) => <>Refirió a {referralText(row, 'referral_name')}</>,
  referrer: (row) => referralText(row, 'user_name'),
}

function codeText(row: AnyRow): ReactNode {
  const name = textOf(row, 'name')
  const link = <DetailLink slot="detalle:codigo" subject={isId(row.id) ? { id: row.id } : { name }} text={name} />
  return isRedeemed(row) ? <>Redimió {link}</> : <>{link} sin redimir</>
}

function scoreText(row: AnyRow): ReactNode {
  const day = dayOf(textOf(row, 'date'))
  // A view ignores a filter that is no day.
  const view = new URLSearchParams({ name: textOf(row, 'name'), date: `${day}..${day}` })
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
  return pointsText(points).replace(/^(?!0 )\d/, '+$&')
}

/** The day of a date without its time; other texts unchanged (D7, dates). */
function dayOf(date: string): string {
  return date.replace(/^(\d{4}-\d\d-\d\d)[T ].*$/, '$1')
}
