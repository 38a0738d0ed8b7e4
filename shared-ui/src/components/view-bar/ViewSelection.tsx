import type { AnyRow } from '@canje/large-table'
import type { ReactNode } from 'react'
import type { Table } from '../../state/useTable'
import { formatNumber, shortened, shortList } from '../../view/format'
import { rowsNotFound } from '../../view/row-keys'
import { Chips } from './Chips'

interface ViewSelectionProps<R extends AnyRow> {
  table: Table<R>
  /** What staff must know about the active filters. */
  note: ReactNode
  /** Name of the filter of the server. */
  filterName: string
}

/** By which filters a view selects its rows, and what they do not find. */
export function ViewSelection<R extends AnyRow>({ table, note, filterName }: ViewSelectionProps<R>) {
  const { rows, view } = table
  const { found, summary } = rows
  const { serverFilter } = view
  const gone = found === undefined ? 0 : rowsNotFound(rows.columns, view, found)
  const lines = found === undefined ? [] : (summary?.linesNotFound ?? [])

  return (
    <>
      {lines.length > 0 && (
        <p className="view-note">
          <span>
            {lines.length === 1 ? '1 línea sin resultado' : `${formatNumber(lines.length)} líneas sin resultado`}
          </span>
          <span translate="no">: {shortList(lines.map((line) => shortened(line)))}</span>
        </p>
      )}
      {(serverFilter !== undefined || Object.keys(view.filters).length > 0) && (
        <Chips table={table} filterName={filterName} />
      )}
      {gone > 0 && <p className="view-note">{gone === 1 ? '1 ya no está' : `${formatNumber(gone)} ya no están`}</p>}
      {note && <p className="line view-note">{note}</p>}
    </>
  )
}
