import type { AnyRow } from '@canje/large-table'
import { type CardPlace, type Column, type DataColumn, isDataColumn, isNumeric } from './columns'

export const DEFAULT_WIDTH = 10
/** What a rem holds in the widest system fonts. */
const DIGITS_PER_REM = 1.75
const CARD_PLACES: readonly CardPlace[] = ['top-start', 'top-end', 'bottom-start', 'bottom-end']

/** The layout of columns, in their order. */
export function columnLayouts<R extends AnyRow>(columns: readonly Column<R>[]) {
  const cards = cardPlaces(columns)
  return columns.map((column, index) => ({
    /** Least width of the column; a wider table widens all columns in proportion. */
    width: `${widthOf(column)}rem`,
    /** Classes of the column's cells. */
    className: className(column),
    /** Place on a phone's card; undefined for a cell that shows only in a card with the focus. */
    card: cards[index],
    /** Distance of a fixed column from the left; undefined for other columns. */
    left: isFixed(column) ? `${sum(columns.slice(0, index))}rem` : undefined,
  }))
}

/** The class of a text in a cell: in three smaller lines where a number may be wider than the column, without its padding. */
export function textClass<R extends AnyRow>(column: DataColumn<R>, text: string): string {
  const isLong = isNumeric(column) && text.length > (widthOf(column) - 1) * DIGITS_PER_REM
  return `cell-text${isLong ? ' long-number' : ''}`
}

function widthOf<R extends AnyRow>({ width = DEFAULT_WIDTH }: Column<R>): number {
  return width
}

function sum<R extends AnyRow>(columns: readonly Column<R>[]): number {
  return columns.reduce((total, column) => total + widthOf(column), 0)
}

function isFixed<R extends AnyRow>(column: Column<R>): boolean {
  return isDataColumn(column) && column.fixed === true
}

function className<R extends AnyRow>(column: Column<R>): string {
  if (!isDataColumn(column)) return 'action-cell'
  const kind = isNumeric(column) ? 'number-cell' : `${column.kind ?? 'text'}-cell`
  return column.fixed ? `${kind} fixed-cell` : kind
}

/** Without any declared place, the first data columns are on the card. */
function cardPlaces<R extends AnyRow>(columns: readonly Column<R>[]): (CardPlace | undefined)[] {
  if (columns.some(({ card }) => card)) return columns.map(({ card }) => card)
  const first = columns.filter(isDataColumn).slice(0, CARD_PLACES.length)
  return columns.map((column) => CARD_PLACES[isDataColumn(column) ? first.indexOf(column) : -1])
}
