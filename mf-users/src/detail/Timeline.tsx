import { DetailLink, formatNumber, isId, pointsText, textOf } from '@canje/shared-ui'
import { useRef, useState } from 'react'
import { isRedeemed, type TimelineEntry } from './timeline'

/** Entries at first, and those that each press of 'Mostrar más' adds. */
const FIRST_ENTRIES = 10
const MORE_ENTRIES = 50

interface TimelineProps {
  /** The accessible name. */
  label: string
  entries: readonly TimelineEntry[]
  /** Several persons have the name by which the entries were found. */
  isShared: boolean | undefined
  /** Links to the other person of a referral: the one who was referred, or who did. */
  other: 'referral_name' | 'user_name'
}

/** Entries of a person's history, the first ones until staff ask for more. */
export function Timeline({ label, entries, isShared, other }: TimelineProps) {
  const [limit, setLimit] = useState(FIRST_ENTRIES)
  const list = useRef<HTMLUListElement>(null)
  const missing = entries.length - limit

  function showMore() {
    setLimit(limit + MORE_ENTRIES)
    // The button is removed.
    if (missing <= MORE_ENTRIES) list.current?.focus()
  }

  return (
    <section className="detail-section">
      <h4>
        {label} ({formatNumber(entries.length)}){isShared && entries.length > 0 && <small> de varias personas</small>}
      </h4>
      {entries.length > 0 && (
        <ul className="detail-rows" aria-label={label} ref={list} tabIndex={-1}>
          {entries.slice(0, limit).map((entry, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of these lists may have no id
            <li key={index}>
              <span className="detail-row">
                <EntryText {...entry} other={other} />
              </span>{' '}
              <time title={entry.date}>{dayText(entry.date)}</time>
            </li>
          ))}
        </ul>
      )}
      {missing > 0 && (
        <button type="button" className="view-button" onClick={showMore}>
          Mostrar más ({formatNumber(missing)})
        </button>
      )}
    </section>
  )
}

function EntryText({ kind, row, date, other }: TimelineEntry & Pick<TimelineProps, 'other'>) {
  const points = pointsText(row.points)
  const signed = /^[1-9]/.test(points) ? `+${points}` : points
  if (kind === 'code') {
    const subject = isId(row.id) ? { id: row.id } : { name: textOf(row, 'name') }
    const link = <DetailLink slot="detalle:codigo" subject={subject} text={textOf(row, 'name')} />
    return isRedeemed(row) ? <>Redimió {link}</> : <>{link} sin redimir</>
  }
  if (kind === 'score') {
    const day = dayText(date)
    const days = day === date ? {} : { date: `${day}..${day}` }
    const view = new URLSearchParams({ name: textOf(row, 'name'), ...days })
    return (
      <a className="detail-link" href={`/main?tab=puntaje#${view}`} translate="no">
        {[signed, textOf(row, 'locate')].filter(Boolean).join(' · ')}
      </a>
    )
  }
  const name = textOf(row, other)
  return (
    <>
      {other === 'referral_name' && 'Refirió a '}
      <DetailLink slot="detalle:usuario" subject={{ name }} text={name} /> <span>{signed}</span>
    </>
  )
}

/** The day of a date without its time; other texts unchanged (D7, dates). */
function dayText(date: string): string {
  return date.replace(/^(\d{4}-\d\d-\d\d)[T ].*$/, '$1')
}
