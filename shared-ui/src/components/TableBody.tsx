import { type AnyRow, cellText, displayCell } from 'large-table'
import { Tag } from 'primereact/tag'
import { memo, type ReactNode } from 'react'
import { type Column, isDataColumn } from '../rows/columns'
import { CellText } from './CellText'

interface TableBodyProps<R extends AnyRow> {
  columns: readonly Column<R>[]
  /** Undefined during the first load. */
  rows: readonly R[] | undefined
  /** Rows per page. */
  size: number
  /** Shown when there are no rows. */
  emptyMessage: string
}

/** The rows of a page, or skeleton rows while they load. */
export function TableBody<R extends AnyRow>({ columns, rows, size, emptyMessage }: TableBodyProps<R>) {
  // Row ids may be duplicate or missing, so the index is the key.
  const indexes = [...Array(rows?.length ?? size).keys()]
  return (
    <tbody className={rows ? 'p-datatable-tbody' : 'p-datatable-tbody is-waiting'}>
      {rows?.length === 0 && (
        <tr className="p-datatable-emptymessage">
          <td colSpan={columns.length}>{emptyMessage}</td>
        </tr>
      )}
      {indexes.map((index) => (
        <tr key={index}>
          {columns.map((column) => (
            <TableCell<R> key={column.header} column={column} row={rows?.[index]} />
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

/** Renders again only for another row or column; an action column is a new object in every render. */
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
