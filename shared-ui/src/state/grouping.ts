import type { AnyRow, CsvColumn, Group, Grouped, Measure } from '@canje/large-table'
import type { ColumnOptions } from '../rows/columns'
import type { TableRows } from './useTableRows'

/** A figure of each group. */
interface MeasureOptions<Field extends string> {
  /** The field whose cells with a text are counted, or whose numbers are added up. */
  field: Field
  isSum?: boolean
  /** Name of the figure; that of the column without it. */
  label?: string
  /** What the figure is, where its name alone does not say it; that of the column without it. */
  description?: string
  /** The field with the date of the cells: a period takes those of its days. */
  dates?: Field
  /**
   * The fields that identify the thing which a cell is about, such as a code: `field` and `textKey` its person, `further`
   * the thing. However many rows have it, it is counted once.
   */
  key?: Readonly<{ field: Field; textKey?: Field; further?: readonly Field[] }>
  /**
   * The fields of other things that a row may have beside this one. A sum takes the number of a thing once in such rows,
   * which combine each with each. A view with a filter by one of these fields lacks rows of this figure, and leaves it out.
   */
  beside?: readonly Field[]
}

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
  /** The things to count, and the numbers to add up: those of the same thing as `by`, so that no sum is that of other rows. */
  figures?: readonly MeasureOptions<Field>[]
}

/** A column to group by, to count or to add up. */
type GroupColumn = CsvColumn & Pick<ColumnOptions, 'filter' | 'description'>

/** A way to group the rows of a table. */
export type Grouping = ReturnType<typeof groupingOf>

/** A figure of each group, with its columns. */
export type GroupMeasure = Grouping['figures'][number]

/**
 * Finds the columns of a way to group.
 *
 * @throws Error for a field without a column
 */
export function groupingOf(
  columns: readonly GroupColumn[],
  { by, key, figures = [], ...options }: GroupOptions<string>,
) {
  const columnOf = (field: string): GroupColumn => {
    const column = columns.find((column) => column.field === field)
    if (!column) throw new Error(`The rows are grouped by ${field}, which is no column.`)
    return column
  }
  const column = columnOf(by)
  return {
    ...options,
    column,
    unit: column.filter === 'dates' ? ('month' as const) : ('value' as const),
    key: key === undefined ? undefined : columnOf(key),
    figures: figures.map(({ field, isSum = false, label, description, dates, key, beside = [] }) => {
      const column = columnOf(field)
      return {
        ...column,
        isSum,
        header: label ?? column.header,
        description: description ?? (label === undefined ? column.description : undefined),
        dates: dates === undefined ? undefined : columnOf(dates),
        days: undefined as Measure['days'],
        once: key && { key, beside: isSum ? beside : undefined },
        beside,
      }
    }),
  }
}

/**
 * Groups the rows of the view, each figure by its own date.
 *
 * @param rows complete rows
 * @param lifted the fields whose filters are no conditions on rows
 */
export async function groupBy<R extends AnyRow>(
  { column, figures, ...request }: Grouping,
  { complete, query }: Pick<TableRows<R>, 'complete' | 'query'>,
  lifted: readonly string[],
): Promise<Grouped> {
  if (!complete) throw new Error('Rows are grouped once they are complete.')
  const conditions = query.conditions.filter(({ column }) => !lifted.includes(column.field))
  return complete.groups({ ...request, query: { ...query, conditions }, by: column, measures: figures })
}

/** The figures of a group with their values, which are zero in a total of no rows. */
export function valuesOf({ figures }: Grouping, group: Group | undefined) {
  return figures.map((figure, index) => ({ figure, value: group?.figures[index]?.total ?? 0 }))
}
