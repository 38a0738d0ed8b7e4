import { type AnyRow, cellText, displayCell } from '@canje/large-table'
import { Tag } from 'primereact/tag'
import { type CSSProperties, memo, type ReactNode } from 'react'
import { Highlight } from '../components/Highlight'
import { roles } from '../components/roles'
import { useOpenCards } from '../components/useOpenCards'
import { useRovingFocus } from '../components/useRovingFocus'
import { columnLayouts, textClass } from '../rows/column-layout'
import { type CardPlace, type Column, filterLabelOf, isDataColumn } from '../rows/columns'
import { shownText } from '../view/format'
import { CellLink } from './CellLink'

const NONE: readonly never[] = []
const ROW_FOCUS = { isVertical: true, keepsFocus: true, controls: 'a[href], button, input, select, textarea' }
/** Rows whose height a body with fewer keeps, so that the paginator does not move. A longer page fills the window. */
export const KEPT_ROWS = 10

interface TableBodyProps<R extends AnyRow> {
  columns: readonly Column<R>[]
  /** Undefined during the first load. */
  rows: readonly R[] | undefined
  /** Identify the rows, in their order. */
  keys?: readonly string[] | undefined
  /** Whether staff have selected a row; undefined without a selection. */
  isSelected?: ((row: R) => boolean) | undefined
  /** Rows per page. */
  size: number
  /** The words of the search, to be marked; a new array renders all cells again. */
  words?: readonly string[]
  /** Shown when there are no rows. */
  emptyMessage: ReactNode
}

/** The rows of a page, or skeleton rows while they load. Up and down move the focus between rows, or the controls of a column. */
export function TableBody<R extends AnyRow>({
  columns,
  rows,
  keys = NONE,
  isSelected,
  size,
  words = NONE,
  emptyMessage,
}: TableBodyProps<R>) {
  const rowFocus = useRovingFocus<HTMLTableSectionElement>('tr[tabindex]', ROW_FOCUS)
  const layouts = columnLayouts(columns)
  const cards = useOpenCards(keys)
  const length = rows?.length ?? size
  const kept = Math.min(size, KEPT_ROWS)
  const missing = length === 0 ? 0 : Math.max(0, kept - length)
  // Row ids may be duplicate or missing, so the index is the key.
  const indexes = [...Array(length).keys()]
  return (
    <tbody
      className={rows ? 'p-datatable-tbody' : 'p-datatable-tbody is-waiting'}
      style={{ '--kept-rows': kept, '--missing-rows': missing } as CSSProperties}
      {...roles.rowgroup}
      {...rowFocus}
      {...cards.handlers}
    >
      {rows?.length === 0 && (
        <tr className="p-datatable-emptymessage" {...roles.row}>
          <td colSpan={columns.length} {...roles.cell}>
            {emptyMessage}
          </td>
        </tr>
      )}
      {indexes.map((index) => (
        <tr
          key={index}
          tabIndex={rows && -1}
          aria-selected={rows?.[index] && isSelected?.(rows[index])}
          data-open={cards.isOpen(index) || undefined}
          {...roles.row}
        >
          {columns.map((column, place) => (
            <TableCell<R>
              key={column.header}
              column={column}
              row={rows?.[index]}
              words={words}
              className={layouts[place]?.className}
              card={layouts[place]?.card}
              left={layouts[place]?.left}
              isFirst={place === 0}
            />
          ))}
        </tr>
      ))}
    </tbody>
  )
}

interface TableCellProps<R extends AnyRow> {
  column: Column<R>
  row: R | undefined
  words: readonly string[]
  className: string | undefined
  card: CardPlace | undefined
  left: string | undefined
  isFirst: boolean
}

/** Renders again only for another row, column or search; an action column is a new object in every render. */
const TableCell = memo(function TableCell<R extends AnyRow>(props: TableCellProps<R>) {
  const { column, row, words, className, card, left, isFirst } = props
  return (
    <td
      className={className}
      data-card={card}
      data-header={column.header}
      data-label={filterLabelOf(column)}
      style={{ left }}
      {...roles.cell}
    >
      {isFirst && <span className="row-box" aria-hidden="true" />}
      {row === undefined ? <div className="p-skeleton" aria-hidden="true" /> : cellContent(column, row, words)}
    </td>
  )
}) as <R extends AnyRow>(props: TableCellProps<R>) => ReactNode

function cellContent<R extends AnyRow>(column: Column<R>, row: R, words: readonly string[]): ReactNode {
  if (!isDataColumn(column)) return column.render(row)
  const { value, severity } = displayCell(row, column)
  const text = shownText(column, cellText(value), words)
  if (severity) return <Tag severity={severity} value={<Highlight text={text} words={words} />} />
  return column.opens && (text !== '' || typeof column.opens === 'object') ? (
    <CellLink opens={column.opens} id={row.id} text={text} words={words} />
  ) : (
    <Highlight className={textClass(column, text)} text={text} words={words} />
  )
}
