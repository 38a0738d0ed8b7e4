import type { AnyRow } from '@canje/large-table'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { DataColumn } from '../rows/columns'
import { useTab } from '../state/TabRoot'
import type { Table } from '../state/useTable'
import { selectsRows } from '../state/useTableRows'
import { formatNumber } from '../view/format'
import type { Order, ViewState } from '../view/view-state'
import { type Report, reportText } from './report-text'

/** Pause in typing after which the number of matches is announced, in milliseconds. */
const PAUSE_MS = 600

/** The view whose count was announced last. */
interface Counted extends Pick<ViewState, 'search' | 'filters'> {
  shownCount: number | 'arriving' | undefined
}

/**
 * Announces a change of order, page, page size, search or filters, and the end of a refresh or a filter of the server, to
 * screen readers, once its rows are shown.
 */
export function useViewAnnouncements<R extends AnyRow>(table: Table<R>): void {
  const { rows, view, request } = table
  const { first, count, isPageLoading } = rows
  const { order, size, search, filters, serverFilter } = view
  const { arriving, resultId, renewedAt, fault } = request
  const isPending = request.running !== undefined || isPageLoading || arriving !== undefined
  // While rows arrive, their count changes too often.
  const shownCount = arriving ? 'arriving' : isPageLoading ? undefined : count
  const report = { first, size, count, total: rows.total }
  const isPartial = selectsRows(rows.query)
  const { announce } = useTab()
  const counted = useRef<Counted>({ search, filters, shownCount: undefined })
  const shown = useRef({ order, first, size, search, filters, resultId })
  const loaded = useRef<Pick<Table<AnyRow>['request'], 'renewedAt'> & Pick<ViewState, 'serverFilter'>>(undefined)
  const announceCount = useEffectEvent(() => announce(arriving ? 'Buscando en las filas recibidas' : countText(report)))

  useEffect(() => {
    const { current: before } = counted
    if (shownCount === undefined || (shownCount === 'arriving' && !isPartial)) return
    const isSameView = before.search === search && before.filters === filters
    if (isSameView && (!isPartial || before.shownCount === shownCount)) return
    const timer = setTimeout(() => {
      // The end of a refresh may have announced it.
      if (counted.current === before) announceCount()
      counted.current = { search, filters, shownCount }
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [search, filters, isPartial, shownCount])

  useEffect(() => {
    const { current: before } = shown
    // Rows are sorted once they are complete.
    if (isPageLoading || (arriving && before.order !== order)) return
    shown.current = { order, first, size, search, filters, resultId }
    const isSameSelection = before.search === search && before.filters === filters && before.resultId === resultId
    if (before.order !== order) announce(orderText(order, rows.columns))
    else if (isSameSelection && before.size !== size) announce(reportText(report))
    else if (isSameSelection && before.first !== first) announce(pageText(report))
  })

  useEffect(() => {
    if (isPending || fault || count === undefined) return
    const { current: before } = loaded
    loaded.current = { renewedAt, serverFilter }
    if (!before || (before.renewedAt === renewedAt && before.serverFilter === serverFilter)) return
    counted.current = { search, filters, shownCount: count }
    announce(`Datos actualizados: ${reportText(report)}`)
  })
}

function countText(report: Report): string {
  return report.count === 0 ? 'Ninguna fila coincide' : reportText(report)
}

function orderText(order: Order | undefined, columns: readonly Pick<DataColumn<AnyRow>, 'field' | 'header'>[]): string {
  const header = columns.find(({ field }) => field === order?.field)?.header
  if (!order || !header) return 'Orden original'
  return `Ordenado por ${header}, ${order.direction === 1 ? 'ascendente' : 'descendente'}`
}

function pageText({ first, size, count = 0 }: Report): string {
  return `Página ${formatNumber(first / size + 1)} de ${formatNumber(Math.max(1, Math.ceil(count / size)))}`
}
