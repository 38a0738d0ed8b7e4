import type { AnyRow } from '@canje/large-table'
import { useEffect, useEffectEvent, useRef } from 'react'
import type { DataColumn } from '../rows/columns'
import { useTab } from '../state/TabRoot'
import type { Table } from '../state/useTable'
import { selectsRows } from '../state/useTableRows'
import { formatNumber } from '../view/format'
import type { Order } from '../view/view-state'
import { type Report, reportText } from './report-text'

/** Pause in typing after which the number of matches is announced, in milliseconds. */
const PAUSE_MS = 600

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
  const report = { first, size, count, total: rows.total }
  const isPartial = selectsRows(rows.query)
  const isCounted = arriving ? isPartial : !isPageLoading && count !== undefined
  // While rows arrive, their count changes too often.
  const matches = JSON.stringify([search, filters, isPartial && (arriving ? 'arriving' : count)])
  const result = JSON.stringify([search, filters, resultId])
  const load = JSON.stringify([renewedAt, serverFilter])
  const { announce } = useTab()
  /** The matches, view and load that were announced last. */
  const counted = useRef(JSON.stringify([search, filters, false]))
  const shown = useRef({ order, first, size, result })
  const loaded = useRef<string>(undefined)
  const announceCount = useEffectEvent(() => announce(arriving ? 'Buscando en las filas recibidas' : countText(report)))

  useEffect(() => {
    const { current: before } = counted
    if (!isCounted || matches === before) return
    const timer = setTimeout(() => {
      // The end of a refresh may have announced it.
      if (counted.current === before) announceCount()
      counted.current = matches
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [matches, isCounted])

  useEffect(() => {
    const { current: before } = shown
    // Rows are sorted once they are complete.
    if (isPageLoading || (arriving && before.order !== order)) return
    shown.current = { order, first, size, result }
    if (before.order !== order) announce(orderText(order, rows.columns))
    else if (before.result === result && before.size !== size) announce(reportText(report))
    else if (before.result === result && before.first !== first) announce(pageText(report))
  })

  useEffect(() => {
    if (isPending || fault || count === undefined) return
    const { current: before } = loaded
    loaded.current = load
    if (before === undefined || before === load) return
    counted.current = matches
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
