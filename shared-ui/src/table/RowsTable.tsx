import { type AnyRow, rowKey } from '@canje/large-table'
import { type ReactNode, useMemo, useRef } from 'react'
import { EmptyMessage } from '../components/EmptyMessage'
import { type ChangeFailure, FailureBar } from '../components/FailureBar'
import { NoticeLine } from '../components/Notice'
import { OnDemand } from '../components/OnDemand'
import { ArrivalProgress, Progress } from '../components/Progress'
import { type PageReport, TablePaginator } from '../components/paginator'
import { ReceiptPlace } from '../components/ReceiptPlace'
import { RetryButton } from '../components/RetryButton'
import { roles } from '../components/roles'
import { type Repetition, SlowNotice } from '../components/SlowNotice'
import { TableHead } from '../components/TableHead'
import { openPressedRow, tableKeys } from '../components/table-keys'
import { useFocusFallback } from '../components/useFocusFallback'
import { useMisclickGuard } from '../components/useMisclickGuard'
import { useRovingFocus } from '../components/useRovingFocus'
import { useScrollReset } from '../components/useScrollReset'
import { useSearchKeys } from '../components/useSearchKeys'
import { useSelectionInput } from '../components/useSelectionInput'
import { useViewAnnouncements } from '../components/useViewAnnouncements'
import { Shortcuts } from '../components/view-bar/Shortcuts'
import { ViewBar, type ViewBarOptions } from '../components/view-bar/ViewBar'
import type { Column } from '../rows/columns'
import { useSelection } from '../state/useSelection'
import type { Table } from '../state/useTable'
import { selectsRows } from '../state/useTableRows'
import { useWait } from '../state/useWait'
import { DetailArea } from './DetailArea'
import type { SelectionAction } from './SelectionBar'
import { KEPT_ROWS, TableBody } from './TableBody'

const NONE: readonly never[] = []
/** The response was in another encoding than the service declares. */
const GARBLED = 'El servicio envió textos que no se pudieron leer (\ufffd): avise a quien lo administra.'
const loadSelectionBar = () => import(/* webpackChunkName: 'view-tools' */ './SelectionBar')

export interface RowsTableProps<R extends AnyRow> extends ViewBarOptions {
  /** Accessible name of the table: the tab's label. */
  name: string
  table: Table<R>
  /** Those of the table by default; others may have columns of buttons, too. */
  columns?: readonly Column<R>[]
  /** The buttons above the table. */
  toolbar: ReactNode
  /** A page report beside that of all tables. */
  report?: PageReport
  /** A `ReceiptPlace`: what the last actions did, at the foot of the table, above the bar of a selection that it gets. */
  receipt?: (bar: ReactNode) => ReactNode
  /** What staff may do with the selected rows, beside copying them. */
  selectionAction?: SelectionAction<R>
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
  /** A `TableFoot`: the totals of all rows. */
  foot?: ReactNode
  /** A dialog covers the table and shows the slow notice instead. */
  isCovered?: boolean
}

/**
 * A page of rows with toolbar, view bar, paginator and, at its foot, notices. It only renders; `useTable` has the state. It uses the markup of
 * PrimeReact DataTable for the theme, but not DataTable itself, which takes longer than a frame to render a page.
 */
export function RowsTable<R extends AnyRow>({
  name,
  table,
  columns = table.rows.columns,
  toolbar,
  report,
  receipt = (bar) => <ReceiptPlace id={undefined} bar={bar} />,
  selectionAction,
  minWidth,
  empty = 'Todavía no hay datos.',
  isChanging,
  repetition,
  changeFailure,
  foot,
  isCovered = false,
  ...viewBar
}: RowsTableProps<R>) {
  const { rows, view, request, actions } = table
  const isFirstLoad = rows.count === undefined && request.running !== undefined
  const page = isFirstLoad ? undefined : rows.page
  const requestWait = useWait(request.id)
  const wait = isCovered ? 'short' : requestWait
  const hasFailed = request.fault !== undefined && wait !== 'stuck'
  /** There are no rows of an earlier request either. */
  const isEmptyByFailure = hasFailed && rows.count === undefined
  const changeWait = useWait((isChanging && !repetition) || undefined)
  const region = useRef<HTMLElement>(null)
  const noticeLine = useRef<HTMLDivElement>(null)
  /** Of the texts that a press opens, too: another one in a row is another row. */
  const keys = useMemo(() => {
    const further = rows.columns.flatMap(({ field, opens }) => (opens ? field : []))
    return page?.map((row) => rowKey(row, { field: 'id', further }))
  }, [page, rows.columns])
  // The guard must see that rows have changed before the focus moves to the region.
  const guard = useMisclickGuard(region, keys, view.asked)
  const focusHandlers = useFocusFallback(region)
  const scrollHandlers = useScrollReset(region, table)
  const selection = useSelection(table)
  const { keyHandlers, regionHandlers } = useSelectionInput(selection)
  useViewAnnouncements(table)

  const bar = selection.isShown ? (
    <OnDemand failure="No se pudo abrir la selección." load={loadSelectionBar} onClose={selection.clear}>
      {({ default: SelectionBar }) => <SelectionBar {...{ name, table, selection }} action={selectionAction} />}
    </OnDemand>
  ) : undefined

  return (
    <NoticeLine value={noticeLine}>
      <div
        className="rows-table p-datatable p-component p-datatable-scrollable"
        aria-busy={request.running !== undefined || rows.isPageLoading}
        {...keyHandlers}
        {...focusHandlers}
        {...guard.handlers}
      >
        <div className="line surface rows-table-header">
          <div
            role="toolbar"
            className="line rows-toolbar"
            aria-label={`Acciones de ${name}`}
            {...useRovingFocus<HTMLDivElement>('button')}
          >
            {toolbar}
          </div>
          <ViewBar
            name={name}
            table={table}
            {...viewBar}
            onSearchKey={useSearchKeys(table, region, selection.selectAll)}
          />
        </div>
        <DetailArea table={table} region={region}>
          <section
            ref={region}
            className="p-datatable-wrapper"
            data-table-region
            data-fills={view.size > KEPT_ROWS || undefined}
            aria-label={`Tabla de ${name}`}
            tabIndex={-1}
            // Maximum height of specification §9.
            style={{ maxHeight: '700px' }}
            onKeyDown={tableKeys(table)}
            onClick={openPressedRow}
            {...scrollHandlers}
            {...regionHandlers}
          >
            <table className="p-datatable-table" aria-label={name} style={{ minWidth }} {...roles.table}>
              <TableHead columns={columns} order={view.order} onOrder={actions.orderBy} />
              <TableBody
                columns={columns}
                rows={isEmptyByFailure ? NONE : page}
                keys={keys}
                isSelected={selection.rows.size > 0 ? selection.isSelected : undefined}
                size={view.size}
                words={rows.words}
                emptyMessage={
                  isEmptyByFailure ? <FailureBar table={table} /> : <EmptyMessage table={table}>{empty}</EmptyMessage>
                }
              />
              {foot}
            </table>
          </section>
        </DetailArea>
        <TablePaginator name={name} table={table} report={report} />
        <div className="table-foot">
          <div ref={noticeLine} className="line notices">
            {receipt(bar)}
            {(changeFailure || (hasFailed && !isEmptyByFailure)) && <FailureBar table={table} change={changeFailure} />}
            <SlowNotice wait={wait === 'short' ? changeWait : wait} repetition={repetition}>
              {wait === 'stuck' && <RetryButton onPress={request.retry} />}
            </SlowNotice>
            {rows.summary?.isGarbled && <span role="status">{GARBLED}</span>}
            {request.arriving && <ArrivalProgress count={request.arriving} isSearching={selectsRows(rows.query)} />}
            {rows.isPageLoading && <Progress label="Buscando y ordenando" />}
            <span role="status" className="press-note">
              {guard.note}
            </span>
          </div>
        </div>
        <Shortcuts region={region} action={selectionAction?.label} />
      </div>
    </NoticeLine>
  )
}
