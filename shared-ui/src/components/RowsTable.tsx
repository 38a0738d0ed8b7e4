import { Column as TableColumn } from 'primereact/column'
import { DataTable } from 'primereact/datatable'
import { Skeleton } from 'primereact/skeleton'
import type { ReactNode } from 'react'
import { type Column, cellText, isDataColumn, shownCell } from '../rows/columns'
import type { AnyRow } from '../rows/parse-rows'
import type { Table } from '../state/useTable'
import { CellText } from './CellText'
import { FailureBar } from './FailureBar'
import { ArrivalProgress, Progress } from './Progress'
import { pages, pagesWithSizes } from './paginator'

interface RowsTableProps<R extends AnyRow> {
  /** What the rows are, for those who hear the page: the tab's label. */
  name: string
  columns: readonly Column<R>[]
  table: Table<R>
  /** The buttons above the table. */
  toolbar: ReactNode
  /** Least width of the table, as CSS has it. */
  minWidth?: string
  /** Offers these page sizes, and the report text of Codigos (specification §2). */
  pageSizes?: number[]
}

/** A row to draw, or a place for one while the first rows are on their way. */
interface Slot<R> {
  row?: R
}

/** A page of rows with its toolbar and paginator. It only draws: order and paging are `useTable`'s. */
export function RowsTable<R extends AnyRow>({ name, columns, table, toolbar, minWidth, pageSizes }: RowsTableProps<R>) {
  const isFirstLoad = table.count === undefined && table.running !== undefined
  const slots: Slot<R>[] = (isFirstLoad ? undefined : table.page)?.map((row) => ({ row })) ?? Array(table.size).fill({})

  return (
    <DataTable
      lazy
      value={slots}
      // A cell draws more than its row: what is under way, for one.
      cellMemo={false}
      header={
        <>
          <fieldset className="rows-toolbar" aria-label={`Acciones de ${name}`}>
            {toolbar}
          </fieldset>
          {table.failed && <FailureBar table={table} />}
          {table.arriving && <ArrivalProgress rows={table.arriving} />}
          {table.isTurning && <Progress label="Ordenando" />}
        </>
      }
      emptyMessage={emptyMessage(table)}
      aria-busy={table.running !== undefined || table.isTurning}
      scrollable
      scrollHeight="700px"
      {...(minWidth && { tableStyle: { minWidth } })}
      paginator
      first={table.first}
      rows={table.size}
      totalRecords={table.count ?? 0}
      onPage={({ first, rows }) => table.turnTo(first, rows)}
      sortField={table.order?.header ?? ''}
      sortOrder={table.order?.direction ?? null}
      onSort={({ sortField, sortOrder }) => table.orderBy({ header: sortField, direction: sortOrder === -1 ? -1 : 1 })}
      {...(pageSizes ? pagesWithSizes(table, pageSizes) : pages)}
      pt={{
        wrapper: { tabIndex: 0, role: 'region', 'aria-label': `Tabla de ${name}` },
        table: { 'aria-label': name },
        paginator: { root: { role: 'navigation', 'aria-label': `Páginas de ${name}` } },
      }}
    >
      {columns.map((column) => (
        <TableColumn
          key={column.header}
          field={column.header}
          header={column.header}
          sortable={isDataColumn(column)}
          body={({ row }: Slot<R>) => (row === undefined ? <Skeleton /> : cellContent(column, row))}
        />
      ))}
    </DataTable>
  )
}

function cellContent<R extends AnyRow>(column: Column<R>, row: R): ReactNode {
  if (!isDataColumn(column)) return column.body(row)
  const drawn = column.body?.(row)
  if (drawn) return drawn
  const text = cellText(shownCell(row, column))
  return <CellText key={text} text={text} />
}

function emptyMessage({ count, filtered }: Table<unknown>): string {
  if (count === undefined) return 'No se pudieron cargar los datos'
  return filtered ? 'nada coincide con el filtro' : 'no hay datos'
}
