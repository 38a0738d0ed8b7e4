import { type AnyRow, cellText, displayCell } from 'large-table'
import { Tag } from 'primereact/tag'
import { memo, type ReactNode } from 'react'
import { type Column, isDataColumn } from '../rows/columns'
import { CellText } from './CellText'

interface TableBodyProps<R extends AnyRow> {
  columns: readonly Column<R>[]
  /** Undefined while the first are on their way. */
  rows: readonly R[] | undefined
  /** How many rows a page has. */
  size: number
  /** Stands in place of rows when there are none. */
  emptyMessage: string
}

/** The rows of a page, or places for them. */
export function TableBody<R extends AnyRow>({ columns, rows, size, emptyMessage }: TableBodyProps<R>) {
  // Rows have no key: their ids may repeat or be missing.
  const places = [...Array(rows?.length ?? size).keys()]
  return (
    <tbody className={rows ? 'p-datatable-tbody' : 'p-datatable-tbody is-waiting'}>
      {rows?.length === 0 && (
        <tr className="p-datatable-emptymessage">
          <td colSpan={columns.length}>{emptyMessage}</td>
        </tr>
      )}
      {places.map((place) => (
        <tr key={place}>
          {columns.map((column) => (
            <TableCell<R> key={column.header} column={column} row={rows?.[place]} />
          ))}
        </tr>
      ))}
    </tbody>
  )
}

interface TableCellProps<R extends AnyRow> {
  column: Column<R>
  row: R | undefined
}

/** Drawn anew only with another row or column: a column of actions is another one each time. */
const TableCell = memo(function TableCell<R extends AnyRow>({ column, row }: TableCellProps<R>) {
  return <td>{row === undefined ? <div className="p-skeleton" aria-hidden="true" /> : cellContent(column, row)}</td>
}) as <R extends AnyRow>(props: TableCellProps<R>) => ReactNode

function cellContent<R extends AnyRow>(column: Column<R>, row: R): ReactNode {
  if (!isDataColumn(column)) return column.render(row)
  const { value, severity } = displayCell(row, column)
  const text = cellText(value)
  if (severity) return <Tag severity={severity} value={text} />
  return <CellText key={text} text={text} />
}
