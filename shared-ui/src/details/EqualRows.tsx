import { type AnyRow, isId } from '@canje/large-table'
import type { DetailSlot } from '../rows/columns'
import { formatNumber } from '../view/format'
import { DetailLink } from './DetailLink'
import { countOf, type FoundRows, rowsOf } from './useFound'

interface EqualRowsProps {
  /** Accessible name of the list. */
  label: string
  found: FoundRows
  /** What tells a row from the others. */
  describe: (row: AnyRow) => readonly string[]
  /** The details of a row with an id. */
  slot: DetailSlot
}

/** The rows that have a text in common, to choose from; nothing for a single one. */
export function EqualRows({ label, found, describe, slot }: EqualRowsProps) {
  const rows = rowsOf(found)
  if (countOf(found) <= 1) return null
  const more = countOf(found) - rows.length
  return (
    <>
      <ul className="detail-rows" aria-label={label} translate="no">
        {rows.map((row, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: ids may be missing or equal
          <li key={index}>
            <DetailLink
              slot={slot}
              subject={isId(row.id) ? { id: row.id } : undefined}
              text={describe(row).filter(Boolean).join(' · ') || '—'}
            />
          </li>
        ))}
      </ul>
      {more > 0 && <p>y {formatNumber(more)} más</p>}
    </>
  )
}
