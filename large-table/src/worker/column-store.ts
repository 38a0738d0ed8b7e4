import { type Changes, compareKeys, type Selection } from '../compare'
import type { CsvOptions, Sorting, View } from '../row-store'
import { CsvWriter } from './csv-writer'
import { DisplayReader } from './display-reader'
import { RowParser } from './row-parser'
import { sortRows } from './sort-rows'

/** Bytes parsed at a time: each column reserves capacity for as many. */
const CHUNK_BYTES = 64 * 1024
/** Rows written to the CSV per step. */
const CSV_STEP_ROWS = 8192

/** A step of writing a CSV file. */
export interface CsvStep {
  /** The number of rows written so far. */
  done: number
  /** The next part of the file, once it is complete; overwritten by the next step. */
  part?: Uint8Array<ArrayBuffer>
}

/** The rows of one response, parsed from its bytes, with the operations that the page requests. */
export class ColumnStore {
  private readonly parser: RowParser
  /** The row numbers in the last requested order. */
  private sorted: { by: string; rows: Uint32Array } | undefined

  constructor(fields: readonly string[]) {
    this.parser = new RowParser(fields)
  }

  /** Parses the next bytes. @returns the number of rows so far */
  push(bytes: Uint8Array): number {
    for (let from = 0; from < bytes.length; from += CHUNK_BYTES)
      this.parser.push(bytes.subarray(from, from + CHUNK_BYTES))
    return this.parser.cells.count
  }

  /** Ends the response. @returns the number of list elements that were not rows */
  finish(): number {
    this.parser.finish()
    return this.parser.dropped
  }

  /** Returns the rows of a view. Sorting requires the complete response. */
  page({ first, size, sorting }: View): Record<string, unknown>[] {
    return this.parser.cells.rows(this.sortedRows(sorting).slice(first, first + size))
  }

  /** Returns the keys of the selected rows as JSON text. */
  keys(selection: Selection): string {
    return JSON.stringify(this.parser.cells.select(selection))
  }

  compare(selection: Selection, earlier: string): Changes {
    return compareKeys(this.parser.cells.select(selection), earlier)
  }

  /** Writes the CSV file, step by step. */
  *csv({ columns, sorting }: Pick<CsvOptions, 'columns' | 'sorting'>): Generator<CsvStep> {
    const { cells } = this.parser
    const writer = new CsvWriter(cells, columns)
    const order = this.sortedRows(sorting)
    for (let done = 0; done < cells.count; ) {
      const rows = order.slice(done, done + CSV_STEP_ROWS)
      writer.addLines(rows)
      done += rows.length
      yield { done, ...(writer.isFull && { part: writer.takePart() }) }
    }
    yield { done: cells.count, part: writer.takePart() }
  }

  private sortedRows(sorting: Sorting | undefined): { slice: (from: number, to: number) => Uint32Array } {
    const { cells } = this.parser
    if (!sorting) return { slice: (from, to) => rowRange(from, Math.min(to, cells.count)) }
    const by = JSON.stringify(sorting)
    if (this.sorted?.by !== by) {
      this.sorted = { by, rows: sortRows(new DisplayReader(cells, sorting), cells.count, sorting.direction) }
    }
    return this.sorted.rows
  }
}

function rowRange(from: number, to: number): Uint32Array {
  const places = new Uint32Array(Math.max(0, to - from))
  for (let index = 0; index < places.length; index++) places[index] = from + index
  return places
}
