import type { AnyRow } from 'large-table'
import { Paginator } from 'primereact/paginator'
import { type ReactNode, useRef } from 'react'
import type { Column } from '../rows/columns'
import type { Table } from '../state/useTable'
import { useWait } from '../state/useWait'
import { FailureBar } from './FailureBar'
import { ArrivalProgress, Progress } from './Progress'
import { pages, pagesWithSizes } from './paginator'
import { RetryButton } from './RetryButton'
import { SlowNotice } from './SlowNotice'
import { TableBody } from './TableBody'
import { TableHead } from './TableHead'
import { useKeptFocus } from './useFocusFallback'
import { useScrolledToTop } from './useScrollReset'

interface RowsTableProps<R extends AnyRow> {
  /** What the rows are, for those who hear the page: the tab's label. */
  name: string
  columns: readonly Column<R>[]
  table: Table<R>
  /** The buttons above the table. */
  toolbar: ReactNode
  /** Least width of the table, as CSS has it. */
  minWidth?: string
  /** A change of one of its rows is under way. */
  isChanging?: boolean
  /** A dialog covers it, and tells of a slow request in its place. */
  isCovered?: boolean
  /** Offers these page sizes, and the report text of Codigos (specification §2). */
  pageSizes?: number[]
}

/**
 * A page of rows with its toolbar and paginator. It only draws: order and paging are `useTable`'s. The markup is that of
 * PrimeReact's DataTable, for its theme; the component itself takes longer than a frame to draw a page.
 */
export function RowsTable<R extends AnyRow>({
  name,
  columns,
  table,
  toolbar,
  minWidth,
  isChanging,
  isCovered = false,
  pageSizes,
}: RowsTableProps<R>) {
  const isFirstLoad = table.count === undefined && table.running !== undefined
  const rows = isFirstLoad ? undefined : table.page
  const requestWait = useWait(table.request)
  const wait = isCovered ? 'short' : requestWait
  const changeWait = useWait(isChanging || undefined)
  const region = useRef<HTMLElement>(null)
  const keptFocus = useKeptFocus(region)
  const scrolledToTop = useScrolledToTop(region, table)

  return (
    <div
      className="p-datatable p-component p-datatable-scrollable"
      aria-busy={table.running !== undefined || table.isTurning}
      {...keptFocus}
    >
      <div className="p-datatable-header">
        <div className="rows-tools">
          <fieldset className="rows-toolbar" aria-label={`Acciones de ${name}`}>
            {toolbar}
          </fieldset>
          <SlowNotice wait={wait === 'short' ? changeWait : wait}>
            {wait === 'stuck' && <RetryButton onPress={table.repeat} />}
          </SlowNotice>
        </div>
        {table.failed && wait !== 'stuck' && <FailureBar table={table} />}
        {table.arriving && <ArrivalProgress rows={table.arriving} />}
        {table.isTurning && <Progress label="Ordenando" />}
      </div>
      <section
        ref={region}
        className="p-datatable-wrapper"
        aria-label={`Tabla de ${name}`}
        {...scrolling}
        {...scrolledToTop}
      >
        <table className="p-datatable-table" aria-label={name} style={{ minWidth }}>
          <TableHead columns={columns} order={table.order} onOrder={table.orderBy} />
          <TableBody columns={columns} rows={rows} size={table.size} emptyMessage={emptyMessage(table)} />
        </table>
      </section>
      <Paginator
        className="p-paginator-bottom"
        first={table.first}
        rows={table.size}
        totalRecords={table.count ?? 0}
        onPageChange={({ first, rows }) => table.turnTo(first, rows)}
        {...(pageSizes ? pagesWithSizes(table, pageSizes) : pages)}
        pt={{ root: { role: 'navigation', 'aria-label': `Páginas de ${name}` } }}
      />
    </div>
  )
}

/** As high as specified (§2, §9), and scrolled with the keyboard too. */
const scrolling = { tabIndex: 0, style: { maxHeight: '700px' } }

function emptyMessage({ count, filtered }: Table<unknown>): string {
  if (count === undefined) return 'No se pudieron cargar los datos'
  return filtered ? 'nada coincide con el filtro' : 'no hay datos'
}
