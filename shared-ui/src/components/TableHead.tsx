import type { AnyRow } from 'large-table'
import type { KeyboardEvent } from 'react'
import { type Column, isDataColumn } from '../rows/columns'
import type { Order, Table } from '../state/useTable'

interface TableHeadProps<R extends AnyRow> {
  columns: readonly Column<R>[]
  order: Order | undefined
  onOrder: Table<unknown>['orderBy']
}

/** The headers of a table. A press sorts by the column, another press reverses the order. */
export function TableHead<R extends AnyRow>({ columns, order, onOrder }: TableHeadProps<R>) {
  return (
    <thead className="p-datatable-thead">
      <tr>
        {columns.map((column) => {
          const { header } = column
          const sortable = isDataColumn(column)
          const direction = order?.header === header ? order.direction : 0
          const press = () => onOrder({ header, direction: direction === 1 ? -1 : 1 })
          return (
            <th key={header} scope="col" {...(sortable && sortControl(direction, press))}>
              <div className="p-column-header-content">
                <span className="p-column-title">{header}</span>
                {sortable && <i className={`p-sortable-column-icon ${ICONS[direction]}`} aria-hidden="true" />}
              </div>
            </th>
          )
        })}
      </tr>
    </thead>
  )
}

type Direction = Order['direction'] | 0

const ICONS = { 1: 'pi pi-sort-amount-up-alt', [-1]: 'pi pi-sort-amount-down', 0: 'pi pi-sort-alt' }
const SORTS = { 1: 'ascending', [-1]: 'descending', 0: 'none' } as const

/** Makes a header focusable and operable with a button's keys, as in PrimeReact. */
function sortControl(direction: Direction, press: () => void) {
  return {
    className: direction === 0 ? 'p-sortable-column' : 'p-sortable-column p-highlight',
    tabIndex: 0,
    'aria-sort': SORTS[direction],
    onClick: press,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return
      event.preventDefault()
      if (!event.repeat) press()
    },
  }
}
