import type { CsvColumn, Group, GroupRequest } from '@canje/large-table'
import type { ColumnOptions } from '../rows/columns'
import type { GroupOptions, Table } from './useTable'

/** A column to group by, to count or to add up. */
export type GroupColumn = CsvColumn & Pick<ColumnOptions, 'filter'>

/** A way to group the rows of a table. */
export interface Grouping extends Pick<GroupOptions<string>, 'label' | 'areNames'> {
  column: GroupColumn
  unit: GroupRequest['unit']
  key: GroupColumn | undefined
  counts: readonly GroupColumn[]
  sums: readonly GroupColumn[]
}

/**
 * Finds the columns of a way to group.
 *
 * @throws Error for a field without a column
 */
export function groupingOf(
  columns: readonly GroupColumn[],
  { by, key, counts, sums = [], ...options }: GroupOptions<string>,
): Grouping {
  const columnOf = (field: string): GroupColumn => {
    const column = columns.find((column) => column.field === field)
    if (!column) throw new Error(`The rows are grouped by ${field}, which is no column.`)
    return column
  }
  const column = columnOf(by)
  return {
    ...options,
    column,
    unit: column.filter === 'dates' ? 'month' : 'value',
    key: key === undefined ? undefined : columnOf(key),
    counts: Object.entries(counts ?? {}).map(([field, header]) => ({ ...columnOf(field), header: String(header) })),
    sums: sums.map(columnOf),
  }
}

/** The groups of the rows, and one group of all. */
export interface Grouped {
  groups: readonly Group[]
  /** Undefined for no rows. */
  total: Group | undefined
}

/** Groups the rows of the view. */
export async function groupBy(
  { column, ...request }: Grouping,
  load: NonNullable<Table<unknown>['groups']>['load'],
): Promise<Grouped> {
  const [groups, [total]] = await Promise.all([
    load({ ...request, by: column }),
    load({ ...request, by: undefined, key: undefined }),
  ])
  return { groups, total }
}
