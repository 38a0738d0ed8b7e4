import type { CsvColumn, Grouped, GroupRequest } from '@canje/large-table'
import type { ColumnOptions } from '../rows/columns'
import type { TableRows } from './useTableRows'

/** A way to group the rows of a tab. */
export interface GroupOptions<Field extends string> {
  /** The field whose texts are the groups; of dates, their months. It has a filter. */
  by: Field
  /** Name of the choice, and header of the groups. */
  label: string
  /** The field that identifies the groups, with a filter: two persons of one name have two ids. */
  key?: Field
  /** What staff must know about the groups, as a sentence. */
  note?: string
  /** The field of dates by whose ranges staff may filter the rows beside the groups; it has a filter. */
  dates?: Field
  /** The fields whose rows with a value are counted, with a header for each number. */
  counts?: Readonly<Partial<Record<Field, string>>>
  /** The fields to add up: those of the same thing as `by`, so that no sum is that of other rows. */
  sums?: readonly Field[]
}

/** A column to group by, to count or to add up. */
export type GroupColumn = CsvColumn & Pick<ColumnOptions, 'filter'>

/** A way to group the rows of a table. */
export interface Grouping extends Pick<GroupOptions<string>, 'label' | 'note'> {
  column: GroupColumn
  unit: GroupRequest['unit']
  dates: GroupColumn | undefined
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
  { by, key, dates, counts, sums = [], ...options }: GroupOptions<string>,
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
    dates: dates === undefined ? undefined : columnOf(dates),
    counts: Object.entries(counts ?? {}).map(([field, header]) => ({ ...columnOf(field), header: String(header) })),
    sums: sums.map(columnOf),
  }
}

/**
 * Groups the rows of the view.
 *
 * @param rows complete rows
 */
export async function groupBy<R>(
  { column, ...request }: Grouping,
  { complete, query }: Pick<TableRows<R>, 'complete' | 'query'>,
): Promise<Grouped> {
  if (!complete) throw new Error('Rows are grouped once they are complete.')
  return complete.groups({ ...request, query, by: column })
}
