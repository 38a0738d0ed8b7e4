import { type AnyRow, displayedText } from '@canje/large-table'
import { columnLayouts, textClass } from '../rows/column-layout'
import { type Column, isDataColumn } from '../rows/columns'
import { shownText } from '../view/format'
import { Highlight } from './Highlight'
import { roles } from './roles'

interface TableFootProps<R extends AnyRow> {
  columns: readonly Column<R>[]
  /** The row of totals; its first cell is the header. */
  total: R
}

/** The totals of all rows of a table, on whichever pages. */
export function TableFoot<R extends AnyRow>({ columns, total }: TableFootProps<R>) {
  const layouts = columnLayouts(columns)
  return (
    <tfoot className="p-datatable-tfoot" {...roles.rowgroup}>
      <tr {...roles.row}>
        {columns.filter(isDataColumn).map((column, index) => {
          const { header } = column
          const text = shownText(column, displayedText(total, column))
          const { role } = index === 0 ? roles.rowheader : roles.cell
          return (
            <td key={header} role={role} className={layouts[index]?.className} data-header={text && header}>
              <Highlight className={textClass(column, text)} text={text} />
            </td>
          )
        })}
      </tr>
    </tfoot>
  )
}
