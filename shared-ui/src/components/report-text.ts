import { formatNumber } from '../view/format'

export interface Report {
  /** Index of the page's first row. */
  first: number
  /** Rows per page. */
  size: number
  /** Number of rows that match the view. */
  count?: number | undefined
  /** Number of all rows. */
  total?: number | undefined
}

/** Which rows are shown: '1–10 de 500', or '1–10 de 12 (de 500)' where only some rows match. */
export function reportText({ first, size, count = 0, total = count }: Report): string {
  if (count === 0) return `0 de ${formatNumber(total)}`
  const range = `${formatNumber(first + 1)}–${formatNumber(Math.min(first + size, count))}`
  return `${range} de ${formatNumber(count)}${count === total ? '' : ` (de ${formatNumber(total)})`}`
}
