import { type AnyRow, parseSearch } from '@canje/large-table'
import { type ReactNode, useMemo, useRef } from 'react'
import type { Column } from '../rows/columns'
import type { Table } from '../state/useTable'
import { useWait } from '../state/useWait'
import { selectsRows } from '../view/view-state'
import { DetailArea } from './DetailArea'
import { EmptyMessage } from './EmptyMessage'
import { FailureBar } from './FailureBar'
import { ArrivalProgress, Progress } from './Progress'
import { pageKeys } from './page-keys'
import { TablePaginator } from './paginator'
import { RetryButton } from './RetryButton'
import { roles } from './roles'
import { SlowNotice } from './SlowNotice'
import { TableBody } from './TableBody'
import { TableHead } from './TableHead'
import { useFocusFallback } from './useFocusFallback'
import { useRovingFocus } from './useRovingFocus'
import { useScrollReset } from './useScrollReset'
import { useViewAnnouncements } from './useViewAnnouncements'
import { ViewBar } from './view-bar/ViewBar'

interface RowsTableProps<R extends AnyRow> {
  /** Accessible name of the table: the tab's label. */
  name: string
  columns: readonly Column<R>[]
  table: Table<R>
  /** The buttons above the table. */
  toolbar: ReactNode
  /** Entries of the menu 'Vista'. */
  menu?: ReactNode
  /** What the last action did, beside the buttons. */
  receipt?: ReactNode
  /** Minimum width of the table, as a CSS length. */
  minWidth?: string
  /** A change of one of its rows is pending. */
  isChanging?: boolean
  /** Gets the text of a pressed group. */
  onOpenGroup?: (text: string) => void
  /** A dialog covers the table and shows the slow notice instead. */
  isCovered?: boolean
}

/**
 * A page of rows with view bar, toolbar and paginator. It only renders; `useTable` has the state. It uses the markup of
 * PrimeReact DataTable for the theme, but not DataTable itself, which takes longer than a frame to render a page.
 */
export function RowsTable<R extends AnyRow>({
  name,
  columns,
  table,
  toolbar,
  menu,
  receipt,
  minWidth,
  isChanging,
  onOpenGroup,
  isCovered = false,
}: RowsTableProps<R>) {
  const isFirstLoad = table.count === undefined && table.running !== undefined
  const rows = isFirstLoad ? undefined : table.page
  const requestWait = useWait(table.request)
  const wait = isCovered ? 'short' : requestWait
  const changeWait = useWait(isChanging || undefined)
  const region = useRef<HTMLElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const focusHandlers = useFocusFallback(region)
  const scrollHandlers = useScrollReset(region, table)
  const words = useMemo(() => parseSearch(table.search).flat(), [table.search])
  useViewAnnouncements(table)

  return (
    <div
      className="p-datatable p-component p-datatable-scrollable"
      aria-busy={table.running !== undefined || table.isPageLoading}
      {...focusHandlers}
    >
      <div className="rows-head">
        <ViewBar name={name} table={table} menu={menu} />
        <div className="p-datatable-header">
          <div className="rows-tools">
            <div
              ref={tools}
              role="toolbar"
              className="rows-toolbar"
              aria-label={`Acciones de ${name}`}
              {...useRovingFocus(tools, 'button')}
            >
              {toolbar}
            </div>
            {receipt}
            <SlowNotice wait={wait === 'short' ? changeWait : wait}>
              {wait === 'stuck' && <RetryButton onPress={table.repeat} />}
            </SlowNotice>
            {table.arriving && <ArrivalProgress rows={table.arriving} isSearching={selectsRows(table)} />}
            {table.isPageLoading && <Progress label="Buscando y ordenando" />}
          </div>
          {table.failed && wait !== 'stuck' && <FailureBar table={table} />}
        </div>
      </div>
      <DetailArea table={table} region={region} onOpenGroup={onOpenGroup}>
        <section
          ref={region}
          className="p-datatable-wrapper"
          data-table-region
          aria-label={`Tabla de ${name}`}
          tabIndex={-1}
          // Maximum height of specification §2 and §9.
          style={{ maxHeight: '700px' }}
          onKeyDown={pageKeys({ ...table, onPage: table.goToPage })}
          {...scrollHandlers}
        >
          <table className="p-datatable-table" aria-label={name} style={{ minWidth }} {...roles.table}>
            <TableHead columns={columns} order={table.order} onOrder={table.orderBy} />
            <TableBody
              columns={columns}
              rows={rows}
              size={table.size}
              count={table.count}
              words={words}
              emptyMessage={<EmptyMessage table={table} />}
            />
          </table>
        </section>
      </DetailArea>
      <TablePaginator
        name={name}
        first={table.first}
        size={table.size}
        count={table.count}
        total={table.total}
        sizes={table.pageSizes}
        onPage={table.goToPage}
      />
    </div>
  )
}
