import { type AnyRow, isId } from '@canje/large-table'
import { formatNumber } from '../view/format'
import { countOf, type FoundRows, rowsOf } from './useFound'

interface EqualRowsProps {
  /** Accessible name of the list. */
  label: string
  found: FoundRows
  /** What tells a row from the others. */
  describe: (row: AnyRow) => readonly string[]
  /** Opens a row that has an id. */
  onOpen: (row: AnyRow) => void
}

/** The rows that have a text in common, to choose from. */
export function EqualRows({ label, found, describe, onOpen }: EqualRowsProps) {
  const rows = rowsOf(found)
  const more = countOf(found) - rows.length
  return (
    <>
      <ul className="detail-rows" aria-label={label} translate="no">
        {rows.map((row, index) => {
          const text = describe(row).filter(Boolean).join(' · ')
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: ids may be missing or equal
            <li key={index}>
              {isId(row.id) ? (
                <button type="button" className="detail-link" onClick={() => onOpen(row)}>
                  {text}
                </button>
              ) : (
                text || '—'
              )}
            </li>
          )
        })}
      </ul>
      {more > 0 && <p>y {formatNumber(more)} más</p>}
    </>
  )
}
