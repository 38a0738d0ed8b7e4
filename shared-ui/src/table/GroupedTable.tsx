import type { AnyRow } from '@canje/large-table'
import type { GroupOptions } from '../state/grouping'
import { RowsTable, type RowsTableProps } from './RowsTable'
import { SummaryButton } from './SummaryButton'

interface GroupedTableProps<R extends AnyRow> extends Omit<RowsTableProps<R>, 'viewTools'> {
  /** How staff may group the rows, in the order of the choices. */
  groups: readonly GroupOptions<keyof R & string>[]
}

/** A {@link RowsTable} with 'Resumen', which shows the rows of the view in groups. */
export function GroupedTable<R extends AnyRow>({ groups, ...props }: GroupedTableProps<R>) {
  return <RowsTable {...props} viewTools={<SummaryButton table={props.table} groups={groups} />} />
}
