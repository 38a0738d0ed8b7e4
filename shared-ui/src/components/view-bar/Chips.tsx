import type { AnyRow } from '@canje/large-table'
import { useRef } from 'react'
import type { Table } from '../../state/useTable'
import { parseDayRange } from '../../view/day-range'
import { useRovingFocus } from '../useRovingFocus'

/** The text of an empty cell in filters. */
export const EMPTY_TEXT = '(vacío)'

/** The active filters, each with a button that removes it. */
export function Chips<R extends AnyRow>({ table }: { table: Table<R> }) {
  const { filters, serverFilter } = table
  const isEmpty = Object.keys(filters).length === 0 && serverFilter === undefined
  return isEmpty ? null : <ChipList table={table} />
}

function ChipList<R extends AnyRow>({ table }: { table: Table<R> }) {
  const { columns, filters, serverFilter } = table
  const list = useRef<HTMLUListElement>(null)
  const roving = useRovingFocus(list, 'button', { keepsFocus: true })
  const active = columns.filter(({ field }) => filters[field] !== undefined)

  function removeAll() {
    table.searchFor('')
    table.filterBy(Object.fromEntries(active.map(({ field }) => [field, undefined])))
    if (serverFilter !== undefined) table.refresh()
  }

  return (
    <ul ref={list} className="chips" aria-label="Filtros activos" {...roving}>
      {serverFilter !== undefined && <Chip text={`Nombre o teléfono: ${serverFilter}`} onRemove={table.refresh} />}
      {active.map(({ field, header, filter }) => (
        <Chip
          key={field}
          text={`${header}: ${filterText(filter, filters[field] ?? '')}`}
          onRemove={() => table.filterBy({ [field]: undefined })}
        />
      ))}
      <li>
        <button type="button" className="chip-remove-all" onClick={removeAll}>
          Quitar todo
        </button>
      </li>
    </ul>
  )
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <li className="chip">
      <bdi className="chip-text">{text}</bdi>
      <button type="button" aria-label={`Quitar filtro ${text}`} onClick={onRemove}>
        <span aria-hidden="true">×</span>
      </button>
    </li>
  )
}

function filterText(filter: 'values' | 'dates' | undefined, value: string): string {
  if (filter !== 'dates') return value || EMPTY_TEXT
  const { from, to } = parseDayRange(value)
  if (from === to) return from
  if (from === '') return `hasta ${to}`
  return to === '' ? `desde ${from}` : `${from} a ${to}`
}
