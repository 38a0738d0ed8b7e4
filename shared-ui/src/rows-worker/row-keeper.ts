import type { CsvOptions, Sorting, View } from '../rows/row-store'
import { CsvWriter } from './csv-writer'
import { RowScanner } from './row-scanner'
import { ShownCells } from './shown-cells'
import { sortRows } from './sort-rows'

/** Rows of the CSV that are written at a time. */
const CSV_STEP = 8192

/** A part of a CSV file, and how many rows are done with it. */
export interface CsvPart {
  part: Uint8Array<ArrayBuffer>
  done: number
}

/** The rows of one answer, read from its bytes, and what the page wants to know of them. */
export class RowKeeper {
  private readonly scanner: RowScanner
  private sorted: { by: string; rows: Uint32Array } | undefined

  constructor(fields: readonly string[]) {
    this.scanner = new RowScanner(fields)
  }

  /** Takes the next bytes. @returns how many rows there are so far */
  push(chunks: readonly Uint8Array[]): number {
    for (const chunk of chunks) this.scanner.push(chunk)
    return this.scanner.cells.count
  }

  /** All bytes have been taken. @returns how many elements of the list were no rows */
  finish(): number {
    this.scanner.finish()
    return this.scanner.dropped
  }

  /** The rows of a view; they can be ordered once all are there. */
  page({ first, size, sorting }: View): Record<string, unknown>[] {
    return this.scanner.cells.rows(this.inOrder(sorting).slice(first, first + size))
  }

  /** The CSV file, part by part. */
  *csv({ columns, sorting }: Pick<CsvOptions, 'columns' | 'sorting'>): Generator<CsvPart> {
    const { cells } = this.scanner
    const writer = new CsvWriter(columns.map((column) => new ShownCells(cells, column)))
    yield { part: CsvWriter.header(columns), done: 0 }
    const order = this.inOrder(sorting)
    for (let from = 0; from < cells.count; from += CSV_STEP) {
      const rows = order.slice(from, from + CSV_STEP)
      yield { part: writer.lines(rows), done: from + rows.length }
    }
  }

  private inOrder(sorting: Sorting | undefined): { slice: (from: number, to: number) => Uint32Array } {
    const { cells } = this.scanner
    if (!sorting) return { slice: (from, to) => placesBetween(from, Math.min(to, cells.count)) }
    const by = JSON.stringify(sorting)
    if (this.sorted?.by !== by) {
      this.sorted = { by, rows: sortRows(new ShownCells(cells, sorting), cells.count, sorting.direction) }
    }
    return this.sorted.rows
  }
}

function placesBetween(from: number, to: number): Uint32Array {
  return Uint32Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
