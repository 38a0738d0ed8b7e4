import { type AnyRow, sameText } from '@canje/large-table'
import { type ColumnOptions, filterLabelOf } from '../../rows/columns'
import type { Table } from '../../state/useTable'
import { shortened } from '../../view/format'
import { dayRangeText } from '../../view/month-range'
import { rowKeysLabel } from '../../view/row-keys'
import { NO_DAY } from '../../view/view-state'
import { useRovingFocus } from '../useRovingFocus'

/** The text of an empty cell in filters. */
export const EMPTY_TEXT = '(vacío)'
/** The text of a missing or invalid date in filters. */
const NO_DATE_TEXT = '(sin fecha)'

interface ChipsProps<R extends AnyRow> {
  table: Table<R>
  /** Name of the filter of the server. */
  filterName: string
}

/** The active filters, each with a button that removes it. */
export function Chips<R extends AnyRow>({ table: { rows, view, actions }, filterName }: ChipsProps<R>) {
  const { filters, serverFilter } = view
  const roving = useRovingFocus<HTMLUListElement>('button', { keepsFocus: true })
  const active = rows.columns.filter(({ field }) => filters[field] !== undefined)

  return (
    <ul className="line chips" aria-label="Filtros activos" {...roving}>
      {serverFilter !== undefined && <Chip text={`${filterName}: ${serverFilter}`} onRemove={actions.refresh} />}
      {active.map((column) => (
        <Chip
          key={column.field}
          text={`${filterLabelOf(column)}: ${filterText(column.filter, filters[column.field] ?? '')}`}
          onRemove={() => actions.filterBy({ [column.field]: undefined })}
        />
      ))}
    </ul>
  )
}

function Chip({ text, onRemove }: { text: string; onRemove: () => void }) {
  return (
    <li className="chip" translate="no" title={text}>
      <bdi className="chip-text">{shortened(text)}</bdi>
      <button type="button" aria-label={`Quitar filtro ${shortened(text)}`} onClick={onRemove}>
        <span aria-hidden="true">×</span>
      </button>
    </li>
  )
}

function filterText(filter: ColumnOptions['filter'], value: string): string {
  if (filter === 'rows') return rowKeysLabel(value)
  if (filter !== 'dates') return sameText(value) === '' ? EMPTY_TEXT : value
  if (value === NO_DAY) return NO_DATE_TEXT
  return dayRangeText(value)
}
