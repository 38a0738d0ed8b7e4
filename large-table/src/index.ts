/** The rows of a table, stored in memory or, for large responses, in a worker. See the README. */
export { BodyReader } from './body-reader'
export { type CellDisplay, type CsvColumn, cellText, displayCell } from './cell-display'
export type { Changes, Selection } from './compare'
export { createRowStore } from './create-row-store'
export { MemoryRows } from './memory-rows'
export type { AnyRow, Row } from './parse-rows'
export type { CsvOptions, Direction, RowStore, Sorting, View } from './row-store'
