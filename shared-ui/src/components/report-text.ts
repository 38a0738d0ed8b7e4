import type { AnyRow } from '@canje/large-table'
import type { Table } from '../state/useTable'
import type { TableRows } from '../state/useTableRows'
import { formatNumber } from '../view/format'

/** What a page shows of the rows of a table. */
export type Report = Pick<TableRows<AnyRow>, 'first' | 'count' | 'total'> & Pick<Table<AnyRow>['view'], 'size'>

/** Which rows are shown: '1–10 de 500', or '1–10 de 12 (de 500)' where only some rows match. */
export function reportText({ first, size, count = 0, total = count }: Report): string {
  if (count === 0) return `0 de ${formatNumber(total)}`
  const range = `${formatNumber(first + 1)}–${formatNumber(Math.min(first + size, count))}`
  return `${range} de ${formatNumber(count)}${count === total ? '' : ` (de ${formatNumber(total)})`}`
}
