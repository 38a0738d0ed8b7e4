import type { AnyRow } from 'large-table'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useAnnounce } from '../state/TabRoot'
import type { Table } from '../state/useTable'
import { formatNumber } from '../view/format'
import { reportText } from './report-text'

/** Pause in typing after which the number of matches is announced, in milliseconds. */
const PAUSE_MS = 600

/** Announces a change of order, page, search or filters to screen readers, once its rows are shown. */
export function useViewAnnouncements<R extends AnyRow>(table: Table<R>): void {
  const { order, first, search, filters, count, resultId, isPageLoading } = table
  const announce = useAnnounce()
  const initial = useRef({ search, filters })
  const announced = useRef({ order, first, search, filters, resultId })
  const announceCount = useEffectEvent(() => announce(count === 0 ? 'Ninguna fila coincide' : reportText(table)))
  const announceOrder = useEffectEvent(() => announce(orderText(table)))
  const announcePage = useEffectEvent(() => announce(pageText(table)))

  useEffect(() => {
    const isInitial = search === initial.current.search && filters === initial.current.filters
    if (isInitial || isPageLoading || count === undefined) return
    const timer = setTimeout(() => announceCount(), PAUSE_MS)
    return () => clearTimeout(timer)
  }, [search, filters, isPageLoading, count])

  useEffect(() => {
    if (isPageLoading) return
    const before = announced.current
    announced.current = { order, first, search, filters, resultId }
    const isSameSelection = before.search === search && before.filters === filters && before.resultId === resultId
    if (before.order !== order) announceOrder()
    else if (isSameSelection && before.first !== first) announcePage()
  }, [order, first, search, filters, resultId, isPageLoading])
}

function orderText<R extends AnyRow>({ order, columns }: Table<R>): string {
  const header = columns.find(({ field }) => field === order?.field)?.header
  if (!order || !header) return 'Orden original'
  return `Ordenado por ${header}, ${order.direction === 1 ? 'ascendente' : 'descendente'}`
}

function pageText({ first, size, count = 0 }: Pick<Table<unknown>, 'first' | 'size' | 'count'>): string {
  return `Página ${formatNumber(first / size + 1)} de ${formatNumber(Math.max(1, Math.ceil(count / size)))}`
}
