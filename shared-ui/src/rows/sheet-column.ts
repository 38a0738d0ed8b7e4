import type { AnyRow, XlsxOptions } from '@canje/large-table'
import { DEFAULT_WIDTH } from './column-layout'
import type { DataColumn } from './columns'

/** Characters of Excel's font in a rem. */
const CHARACTERS_PER_REM = 16 / 7

/** Returns the column of an Excel file (D33, Excel files) for that of a table. */
export function sheetColumn<R extends AnyRow>({
  header,
  field,
  display,
  width = DEFAULT_WIDTH,
  filter,
}: DataColumn<R>): XlsxOptions['columns'][number] {
  return { header, field, display, width: Math.round(width * CHARACTERS_PER_REM), isDate: filter === 'dates' }
}
