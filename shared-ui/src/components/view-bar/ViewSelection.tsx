import type { AnyRow } from '@canje/large-table'
import type { ReactNode } from 'react'
import type { Table } from '../../state/useTable'
import { formatNumber } from '../../view/format'
import { Chips } from './Chips'
import { digitsOf, nounText } from './Counters'

interface ViewSelectionProps<R extends AnyRow> {
  table: Table<R>
  /** What staff must know about the active filters. */
  note: ReactNode
}

/** What search and filters select: how many rows, and by which filters. */
export function ViewSelection<R extends AnyRow>({ table, note }: ViewSelectionProps<R>) {
  const { found, total = 0, serverFilter, noun } = table
  if (found === undefined && serverFilter === undefined) return null

  return (
    <div className="view-selection">
      {found !== undefined && (
        <span className="found" style={digitsOf(total)}>
          {`${formatNumber(found)} ${nounText(noun, found)}${found === 1 ? 'encontrado' : 'encontrados'}`}
        </span>
      )}
      <Chips table={table} />
      {note && <p>{note}</p>}
    </div>
  )
}
