import { displayCell } from './cell-display'
import { type Changes, compareKeys, type Selection } from './compare'
import { orderRows } from './order-rows'
import type { AnyRow, Cell } from './parse-rows'
import type { CsvOptions, RowStore, Sorting, View } from './row-store'

/** Rows in the page's memory, for responses that are not large. */
export class MemoryRows<R extends AnyRow> implements RowStore<R> {
  private sorted: { sorting: Sorting; rows: readonly R[] } | undefined

  constructor(private readonly rows: readonly R[]) {}

  get count(): number {
    return this.rows.length
  }

  page({ first, size, sorting }: View): readonly R[] {
    return this.sortedRows(sorting).slice(first, first + size)
  }

  async csv({ columns, sorting }: CsvOptions): Promise<Blob> {
    // The CSV library is loaded with the first file, not with the tab.
    const { toCsv } = await import(/* webpackChunkName: 'csv' */ './csv')
    return new Blob([toCsv(columns, this.sortedRows(sorting))], { type: 'text/csv' })
  }

  async keys(selection: Selection): Promise<string> {
    return JSON.stringify(this.select(selection))
  }

  async compare(selection: Selection, earlier: string): Promise<Changes> {
    return compareKeys(this.select(selection), earlier)
  }

  close(): void {
    this.sorted = undefined
  }

  private select({ key, where }: Selection): Cell[] {
    return this.rows.filter((row) => row[where.field] === where.value).map((row) => row[key] ?? null)
  }

  /** Caches the last order for further pages. */
  private sortedRows(sorting: Sorting | undefined): readonly R[] {
    if (!sorting) return this.rows
    if (this.sorted?.sorting !== sorting) {
      this.sorted = { sorting, rows: orderRows(this.rows, (row) => displayCell(row, sorting).value, sorting.direction) }
    }
    return this.sorted.rows
  }
}
