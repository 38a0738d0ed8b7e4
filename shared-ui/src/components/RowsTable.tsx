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
import { useFocusFallback } from './useFocusFallback'
import { useScrollReset } from './useScrollReset'

interface RowsTableProps<R extends AnyRow> {
  /** Accessible name of the table: the tab's label. */
  name: string
  columns: readonly Column<R>[]
  table: Table<R>
  /** The buttons above the table. */
  toolbar: ReactNode
  /** Minimum width of the table, as a CSS length. */
  minWidth?: string
  /** A change of one of its rows is pending. */
  isChanging?: boolean
  /** A dialog covers the table and shows the slow notice instead. */
  isCovered?: boolean
  /** The page sizes to offer, with the page report of Codigos (specification §2). */
  pageSizes?: number[]
}

/**
 * A page of rows with toolbar and paginator. It only renders; `useTable` has the state. It uses the markup of PrimeReact
 * DataTable for the theme, but not DataTable itself, which takes longer than a frame to render a page.
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
  const focusHandlers = useFocusFallback(region)
  const scrollHandlers = useScrollReset(region, table)

  return (
    <div
      className="p-datatable p-component p-datatable-scrollable"
      aria-busy={table.running !== undefined || table.isPageLoading}
      {...focusHandlers}
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
        {table.isPageLoading && <Progress label="Ordenando" />}
      </div>
      <section
        ref={region}
        className="p-datatable-wrapper"
        aria-label={`Tabla de ${name}`}
        {...scrolling}
        {...scrollHandlers}
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
        onPageChange={({ first, rows }) => table.goToPage(first, rows)}
        {...(pageSizes ? pagesWithSizes(table, pageSizes) : pages)}
        pt={{ root: { role: 'navigation', 'aria-label': `Páginas de ${name}` } }}
      />
    </div>
  )
}

/** Maximum height of specification §2 and §9; focusable, for scrolling with the keyboard. */
const scrolling = { tabIndex: 0, style: { maxHeight: '700px' } }

function emptyMessage({ count, filtered }: Table<unknown>): string {
  if (count === undefined) return 'No se pudieron cargar los datos'
  return filtered ? 'nada coincide con el filtro' : 'no hay datos'
}
