/** The rows of a table, stored in memory or, for large responses, in a worker. See the README. */
export {
  type CellDisplay,
  type CsvColumn,
  cellText,
  displayCell,
  displayedText,
} from './cell-display'
export type { Changes, Selection } from './compare'
export { createRowStore } from './create-row-store'
export type { Sum } from './exact-sum'
export { importAgain, importWithRetry } from './import-chunk'
export { inSlices } from './in-slices'
export { matchRanges } from './match-ranges'
export { MemoryRows } from './memory-rows'
export { type AnyRow, type Cell, parseCell, type Row, RowsError, readRows } from './parse-rows'
export { allRows, type Condition, type Direction, type Query, type Sorting } from './query'
export { cellKey, isId, keyText, NO_KEY, rowKey } from './row-key'
export {
  type BodyReader,
  type CsvOptions,
  type Facet,
  type FacetColumn,
  type Found,
  type Group,
  type Grouped,
  MAX_XLSX_ROWS,
  type Measure,
  type Page,
  type RowStore,
  type View,
  type XlsxOptions,
} from './row-store'
export { isSameText, sameText } from './same-text'
export { isBlankSearch, parseSearch } from './search-text'
export { sumCells } from './select-rows'
export { tsvLine } from './tsv'
