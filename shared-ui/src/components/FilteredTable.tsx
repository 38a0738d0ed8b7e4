import type { AnyRow } from '@canje/large-table'
import type { DataColumn } from '../rows/columns'
import type { LoadRows } from '../rows/load-rows'
import { useDialog } from '../state/useDialog'
import { type Groups, useTable } from '../state/useTable'
import { useWait } from '../state/useWait'
import { FILTER, FilterDialog } from './FilterDialog'
import { RowsTable } from './RowsTable'
import { CsvButton, FilterButton, RefreshButton } from './toolbar'

interface FilteredTableProps<R extends AnyRow> {
  /** The tab's label. */
  name: string
  columns: readonly DataColumn<R>[]
  load: LoadRows<R>
  /** The field whose numbers the view bar adds up. */
  sum: keyof R & string
  /** The fields by which staff may group the rows, with their labels. */
  groupBy: Groups<R>
  /** Clears and closes the dialog on submit; otherwise it closes on success (D15). */
  closesAtSubmit?: boolean
  /** Called once the matching rows are on the screen. */
  onFiltered?: () => void
}

/** The tabs Puntaje and Referidos: a table with refresh, CSV and a filter (specification §2). */
export function FilteredTable<R extends AnyRow>({
  name,
  columns,
  load,
  sum,
  groupBy,
  closesAtSubmit = false,
  onFiltered,
}: FilteredTableProps<R>) {
  const table = useTable(columns, load, { sum, groups: { by: groupBy, sums: [sum] } })
  const { isOpen, open, close } = useDialog(FILTER)
  const isFiltering = table.running === 'filter'
  const wait = useWait(table.request)

  function filter(text: string) {
    if (closesAtSubmit) close()
    table.filter(text, () => {
      if (!closesAtSubmit) close()
      onFiltered?.()
    })
  }

  return (
    <>
      <RowsTable
        name={name}
        columns={columns}
        table={table}
        isCovered={isOpen && isFiltering}
        toolbar={
          <>
            <RefreshButton table={table} />
            <CsvButton table={table} />
            <FilterButton onPress={open} />
          </>
        }
      />
      <FilterDialog
        visible={isOpen}
        onHide={close}
        busy={isFiltering}
        read={{ wait, repeat: table.repeat }}
        onFilter={filter}
        clearOnSubmit={closesAtSubmit}
      />
    </>
  )
}
