import type { AnyRow } from '@canje/large-table'
import type { ReactNode } from 'react'
import type { Table } from '../../state/useTable'
import { formatNumber } from '../../view/format'
import { rowsNotFound } from '../../view/row-keys'
import { Chips } from './Chips'
import { digitsOf, foundText, type Noun } from './Counters'

interface ViewSelectionProps<R extends AnyRow> {
  table: Table<R>
  /** What staff must know about the active filters. */
  note: ReactNode
  noun: Noun | undefined
  /** Name of the filter of the server. */
  filterName: string
  /** Selects all rows of the view. */
  onSelectAll: () => void
}

/** What search and filters select: how many rows, and by which filters. */
export function ViewSelection<R extends AnyRow>({ table, note, noun, filterName, onSelectAll }: ViewSelectionProps<R>) {
  const { rows, view } = table
  const { found, total = 0, summary, complete, isPageLoading } = rows
  const { serverFilter } = view
  if (found === undefined && serverFilter === undefined) return null
  const gone = rowsNotFound(rows.columns, view, found)
  const lines = summary?.linesNotFound ?? 0

  return (
    <div className="view-selection">
      {/* A pasted list has counts of its own. */}
      {found !== undefined && complete === rows.all && (
        <span className="found" style={digitsOf(total)}>
          {`${formatNumber(found)} ${foundText(noun, found)}`}
        </span>
      )}
      {lines > 0 && <p>{lines === 1 ? '1 línea sin resultado' : `${formatNumber(lines)} líneas sin resultado`}</p>}
      {found !== undefined && found > 0 && complete && !isPageLoading && (
        <button type="button" className="view-button select-all" onClick={onSelectAll}>
          {found === 1 ? 'Elegir el encontrado' : `Elegir los ${formatNumber(found)} encontrados`}
        </button>
      )}
      {(serverFilter !== undefined || Object.keys(view.filters).length > 0) && (
        <Chips table={table} filterName={filterName} />
      )}
      {gone > 0 && <p>{gone === 1 ? '1 ya no está' : `${formatNumber(gone)} ya no están`}</p>}
      {note && <p>{note}</p>}
    </div>
  )
}
