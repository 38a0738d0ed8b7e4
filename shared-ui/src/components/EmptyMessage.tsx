import type { AnyRow } from '@canje/large-table'
import type { Table } from '../state/useTable'

/** Longest search that the message repeats in full, in characters. */
const MAX_SEARCH = 60

/** Shown in place of the rows when there are none. */
export function EmptyMessage<R extends AnyRow>({ table }: { table: Table<R> }) {
  const { total, count, search, filters, serverFilter, arriving } = table
  if (count === undefined) return 'No se pudieron cargar los datos'
  if (total === 0) return serverFilter === undefined ? 'no hay datos' : 'nada coincide con el filtro'
  if (search.trim() === '') return Object.keys(filters).length > 0 ? 'nada coincide con el filtro' : 'no hay datos'
  return (
    <span className="no-match">
      <bdi>Nada coincide con «{shortened(search.trim())}».</bdi>
      {arriving && ' Todavía llegan filas.'}
      <button type="button" className="view-button" onClick={() => table.searchFor('')}>
        Quitar búsqueda
      </button>
    </span>
  )
}

function shortened(search: string): string {
  const text = search.replace(/\s+/g, ' ')
  return text.length > MAX_SEARCH ? `${text.slice(0, MAX_SEARCH)}…` : text
}
