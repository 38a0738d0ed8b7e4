import type { CsvColumn } from './cell-display'
import type { CsvOptions } from './row-store'

/** The most rows of an Excel sheet below its header. */
export const MAX_XLSX_ROWS = 2 ** 20 - 1

/** A column of an Excel file. */
export interface XlsxColumn extends CsvColumn {
  /** In characters; a longer number or date widens it. */
  width: number
  /** Its texts are dates such as `2025-11-22` or `2025-11-22 10:31:00`. Any other text stays a text. */
  isDate: boolean
}

/** Options for writing an Excel file. */
export interface XlsxOptions extends Omit<CsvOptions, 'columns'> {
  /** The name of the sheet; characters that Excel refuses are replaced. */
  sheet: string
  columns: readonly XlsxColumn[]
}
