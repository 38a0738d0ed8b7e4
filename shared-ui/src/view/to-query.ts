import type { AnyRow, Condition, Sorting } from '@canje/large-table'
import type { DataColumn } from '../rows/columns'
import { parseDayRange } from './day-range'
import { parseRowKeys } from './row-keys'
import { NO_DAY, type Order, type ViewState } from './view-state'

/** Translates the filters of a view into conditions on its rows. */
export function toConditions<R extends AnyRow>(
  columns: readonly DataColumn<R>[],
  filters: ViewState['filters'],
): Condition[] {
  return columns.flatMap((column): Condition[] => {
    const value = filters[column.field]
    if (value === undefined) return []
    if (column.filter === 'dates' && value === NO_DAY) return [{ column, hasDay: false }]
    if (column.filter === 'dates') return [{ column, ...parseDayRange(value) }]
    const { others, textKey } = column
    if (column.filter === 'rows') return [{ column, textKey, keys: parseRowKeys(value) }]
    return [others?.label === value ? { column, isNot: others.than } : { column, is: value }]
  })
}

/** Translates the order of a view into a sorting of its rows. */
export function toSorting<R extends AnyRow>(
  columns: readonly DataColumn<R>[],
  order: Order | undefined,
): Sorting | undefined {
  const column = order && columns.find(({ field }) => field === order.field)
  return column && { field: column.field, display: column.display, direction: order.direction }
}
