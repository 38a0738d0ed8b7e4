import { formatNumber, useFocusFallback } from '@canje/shared-ui'
import { useRef, useState } from 'react'
import { dayOf, type TimelineEntry } from './useTimeline'

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
    <section className="detail-section" {...useFocusFallback(list)}>
      <h4>
        {label} ({formatNumber(entries.length)}){isShared && entries.length > 0 && <small> de varias personas</small>}
      </h4>
      {entries.length === 0 && isComplete && <p>Sin registros.</p>}
      {entries.length > 0 && (
        <ul className="detail-rows" aria-label={label} ref={list} tabIndex={-1}>
          {entries.slice(0, limit).map(({ content, date }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of these lists may have no id
            <li key={index}>
              <span className="detail-row">{content}</span> <time title={date}>{dayOf(date)}</time>
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
