import type { AnyRow } from '@canje/large-table'
import { columnLayouts } from '../rows/column-layout'
import { type Column, type ColumnOptions, isDataColumn, isNumeric } from '../rows/columns'
import type { Order } from '../view/view-state'
import { roles } from './roles'
import { useRovingFocus } from './useRovingFocus'

interface TableHeadProps<R extends AnyRow> {
  columns: readonly Column<R>[]
  order: Order | undefined
  /** Sorts the rows; undefined restores the order of the server. */
  onOrder: (order: Order | undefined) => void
}

/** The column widths and headers of a table. Presses of a header sort by it, the other way round, then not at all. */
export function TableHead<R extends AnyRow>({ columns, order, onOrder }: TableHeadProps<R>) {
  const layouts = columnLayouts(columns)
  const roving = useRovingFocus<HTMLTableSectionElement>('.sort-button')
  return (
    <>
      <colgroup>
        {columns.map(({ header }, index) => (
          <col key={header} style={{ width: layouts[index]?.width }} />
        ))}
      </colgroup>
      <thead className="p-datatable-thead" {...roles.rowgroup} {...roving}>
        <tr {...roles.row}>
          {columns.map((column, index) => {
            const { header } = column
            const { className, left } = layouts[index] ?? {}
            const cell = { ...roles.columnheader, style: { left } }
            if (!isDataColumn(column))
              return (
                <th key={header} scope="col" className={className} {...cell}>
                  <span className="p-column-title">{header}</span>
                </th>
              )
            const { field, description } = column
            const direction = order?.field === field ? order.direction : 0
            // The cell handles the press of its button, so that it is all target.
            const sort = { 'aria-sort': SORTS[direction], onClick: () => onOrder(nextOrder(column, direction)) }
            return (
              <th
                key={header}
                scope="col"
                className={`${className} ${CLASSES[direction]}`}
                title={description}
                {...cell}
                {...sort}
              >
                <button type="button" className="sort-button" title={description}>
                  <span className="p-column-title">{header}</span>
                  <i className={`p-sortable-column-icon ${ICONS[direction]}`} aria-hidden="true" />
                </button>
              </th>
            )
          })}
        </tr>
      </thead>
    </>
  )
}

type Direction = Order['direction'] | 0

const ICONS = { 1: 'pi pi-sort-amount-up-alt', [-1]: 'pi pi-sort-amount-down', 0: 'pi pi-sort-alt' }
const SORTS = { 1: 'ascending', [-1]: 'descending', 0: 'none' } as const
const SORTED = 'p-sortable-column p-highlight'
const CLASSES = { 1: SORTED, [-1]: SORTED, 0: 'p-sortable-column' }

/** The top of numbers, and the start of texts, are what staff look for. */
function nextOrder(column: { field: string } & ColumnOptions, direction: Direction): Order | undefined {
  const { field } = column
  const first = isNumeric(column) ? -1 : 1
  if (direction === 0) return { field, direction: first }
  return direction === first ? { field, direction: first === 1 ? -1 : 1 } : undefined
}
