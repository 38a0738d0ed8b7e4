import type { AnyRow } from '@canje/large-table'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useAnnounce } from '../state/TabRoot'
import type { Table } from '../state/useTable'
import { formatNumber } from '../view/format'
import { selectsRows, type ViewState } from '../view/view-state'
import { reportText } from './report-text'

/** Pause in typing after which the number of matches is announced, in milliseconds. */
const PAUSE_MS = 600

/** The view whose count was announced last. */
interface Counted extends Pick<ViewState, 'search' | 'filters'> {
  shownCount: number | 'arriving' | undefined
}

/** Announces a change of order, page, search or filters to screen readers, once its rows are shown. */
export function useViewAnnouncements<R extends AnyRow>(table: Table<R>): void {
  const { order, first, search, filters, count, arriving, resultId, isPageLoading } = table
  // While rows arrive, their count changes too often.
  const shownCount = arriving ? 'arriving' : isPageLoading ? undefined : count
  const announce = useAnnounce()
  const counted = useRef<Counted>({ search, filters, shownCount: undefined })
  const announced = useRef({ order, first, search, filters, resultId })
  const announceCount = useEffectEvent(() => announce(countText(table)))
  const announceOrder = useEffectEvent(() => announce(orderText(table)))
  const announcePage = useEffectEvent(() => announce(pageText(table)))

  useEffect(() => {
    const { current: before } = counted
    const isPartial = selectsRows({ search, filters })
    if (shownCount === undefined || (shownCount === 'arriving' && !isPartial)) return
    const isSameView = before.search === search && before.filters === filters
    if (isSameView && (!isPartial || before.shownCount === shownCount)) return
    const timer = setTimeout(() => {
      counted.current = { search, filters, shownCount }
      announceCount()
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [search, filters, shownCount])

  useEffect(() => {
    const before = announced.current
    // Rows are sorted once they are complete.
    if (isPageLoading || (arriving && before.order !== order)) return
    announced.current = { order, first, search, filters, resultId }
    const isSameSelection = before.search === search && before.filters === filters && before.resultId === resultId
    if (before.order !== order) announceOrder()
    else if (isSameSelection && before.first !== first) announcePage()
  }, [order, first, search, filters, resultId, isPageLoading, arriving])
}

function countText({ arriving, ...report }: Pick<Table<unknown>, 'arriving' | 'first' | 'size' | 'count' | 'total'>) {
  if (arriving) return 'Buscando en las filas recibidas'
  return report.count === 0 ? 'Ninguna fila coincide' : reportText(report)
}

function orderText<R extends AnyRow>({ order, columns }: Table<R>): string {
  const header = columns.find(({ field }) => field === order?.field)?.header
  if (!order || !header) return 'Orden original'
  return `Ordenado por ${header}, ${order.direction === 1 ? 'ascendente' : 'descendente'}`
}

function pageText({ first, size, count = 0 }: Pick<Table<unknown>, 'first' | 'size' | 'count'>): string {
  return `Página ${formatNumber(first / size + 1)} de ${formatNumber(Math.max(1, Math.ceil(count / size)))}`
}
