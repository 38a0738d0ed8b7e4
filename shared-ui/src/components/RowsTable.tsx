import { type AnyRow, type Cell, parseSearch } from '@canje/large-table'
import { type ReactNode, useMemo, useRef } from 'react'
import type { Column } from '../rows/columns'
import { pressKey } from '../rows/press-key'
import type { Table } from '../state/useTable'
import { useWait } from '../state/useWait'
import { selectsRows } from '../view/view-state'
import { DetailArea } from './DetailArea'
import { EmptyMessage } from './EmptyMessage'
import { type ChangeFailure, FailureBar } from './FailureBar'
import { NoticeLine } from './Notice'
import { ArrivalProgress, Progress } from './Progress'
import { TablePaginator } from './paginator'
import { RetryButton } from './RetryButton'
import { roles } from './roles'
import { SlowNotice } from './SlowNotice'
import { type Repetition, StopButton } from './StopButton'
import { KEPT_ROWS, TableBody } from './TableBody'
import { TableHead } from './TableHead'
import { tableKeys } from './table-keys'
import { useFocusFallback } from './useFocusFallback'
import { useMisclickGuard } from './useMisclickGuard'
import { useRovingFocus } from './useRovingFocus'
import { useScrollReset } from './useScrollReset'
import { useSearchKeys } from './useSearchKeys'
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
  /** What staff must know about the active filters, beside them. */
  note?: ReactNode
  /** A `ReceiptPlace`: what the last actions did, in the line for notices. */
  receipt?: ReactNode
  /** Minimum width of the table, as a CSS length. */
  minWidth?: string
  /** What a list without any rows says. */
  empty?: ReactNode
  /** A change of one of its rows is pending. */
  isChanging?: boolean
  /** A change of its rows is sent again. */
  repetition?: Repetition | undefined
  /** The last change of its rows, if it failed. */
  changeFailure?: ChangeFailure | undefined
  /** Gets the id of the row of a pressed group. */
  onOpenGroup?: (id: Cell | undefined) => void
  /** A `TableFoot`: the totals of all rows. */
  foot?: ReactNode
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
  note,
  receipt,
  minWidth,
  empty = 'Todavía no hay datos.',
  isChanging,
  repetition,
  changeFailure,
  onOpenGroup,
  foot,
  isCovered = false,
}: RowsTableProps<R>) {
  const isFirstLoad = table.count === undefined && table.running !== undefined
  const rows = isFirstLoad ? undefined : table.page
  const requestWait = useWait(table.request)
  const wait = isCovered ? 'short' : requestWait
  const changeWait = useWait((isChanging && !repetition) || undefined)
  const region = useRef<HTMLElement>(null)
  const tools = useRef<HTMLDivElement>(null)
  const noticeLine = useRef<HTMLDivElement>(null)
  const keys = useMemo(() => rows?.map((row) => pressKey(row, table.columns)), [rows, table.columns])
  const view = JSON.stringify([table.first, table.size, table.order, table.search, table.filters])
  // Before the focus moves from a row that is gone.
  const guard = useMisclickGuard(region, keys, view)
  const focusHandlers = useFocusFallback(region)
  const scrollHandlers = useScrollReset(region, table)
  const words = useMemo(() => parseSearch(table.search).flat(), [table.search])
  useViewAnnouncements(table)

  return (
    <div
      className="p-datatable p-component p-datatable-scrollable"
      aria-busy={table.running !== undefined || table.isPageLoading}
      {...focusHandlers}
      {...guard.handlers}
    >
      <ViewBar
        name={name}
        table={table}
        menu={menu}
        note={note}
        noticeLine={noticeLine}
        onSearchKey={useSearchKeys(table, region)}
        notices={
          <>
            {(changeFailure || (table.failed && wait !== 'stuck')) && (
              <FailureBar table={table} change={changeFailure} />
            )}
            <SlowNotice wait={wait === 'short' ? changeWait : wait} failure={repetition?.text}>
              {wait === 'stuck' && <RetryButton onPress={table.repeat} />}
              <StopButton repetition={repetition} />
            </SlowNotice>
            {table.arriving && <ArrivalProgress rows={table.arriving} isSearching={selectsRows(table)} />}
            {table.isPageLoading && <Progress label="Buscando y ordenando" />}
            <span role="status" className="press-note">
              {guard.note}
            </span>
            {receipt}
          </>
        }
      />
      <div className="p-datatable-header">
        <div
          ref={tools}
          role="toolbar"
          className="rows-toolbar"
          aria-label={`Acciones de ${name}`}
          {...useRovingFocus(tools, 'button')}
        >
          <NoticeLine value={noticeLine}>{toolbar}</NoticeLine>
        </div>
      </div>
      <DetailArea table={table} region={region} onOpenGroup={onOpenGroup}>
        <section
          ref={region}
          className="p-datatable-wrapper"
          data-table-region
          data-fills={table.size > KEPT_ROWS || undefined}
          aria-label={`Tabla de ${name}`}
          tabIndex={-1}
          // Maximum height of specification §2 and §9.
          style={{ maxHeight: '700px' }}
          onKeyDown={tableKeys({ ...table, onPage: table.goToPage })}
          {...scrollHandlers}
        >
          <table className="p-datatable-table" aria-label={name} style={{ minWidth }} {...roles.table}>
            <TableHead columns={columns} order={table.order} onOrder={table.orderBy} />
            <TableBody
              columns={columns}
              rows={rows}
              keys={keys}
              settling={guard.settling}
              size={table.size}
              words={words}
              emptyMessage={<EmptyMessage table={table}>{empty}</EmptyMessage>}
            />
            {foot}
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
        hasEntriesReport={table.hasEntriesReport}
        onPage={table.goToPage}
      />
    </div>
  )
}
