import { type Changes, compareKeys, type Selection } from '../compare'
import type { CsvOptions, Sorting, View } from '../row-store'
import { CsvWriter } from './csv-writer'
import { DisplayReader } from './display-reader'
import { RowParser } from './row-parser'
import { sortRows } from './sort-rows'

/** Bytes that are read at a time: what they are read into has room for as many, column by column. */
const PIECE = 64 * 1024
/** Rows of the CSV that are written at a time. */
const CSV_STEP = 8192

/** A step in writing a CSV file. */
export interface CsvStep {
  /** How many rows are done with it. */
  done: number
  /** The next bytes of the file, once they are many; overwritten by the next step. */
  part?: Uint8Array<ArrayBuffer>
}

/** The rows of one response, read from its bytes, and what the page wants to know of them. */
export class ColumnStore {
  private readonly parser: RowParser
  /** The order that was asked for last, as row numbers. */
  private sorted: { by: string; rows: Uint32Array } | undefined

  constructor(fields: readonly string[]) {
    this.parser = new RowParser(fields)
  }

  /** Takes the next bytes. @returns how many rows there are so far */
  push(bytes: Uint8Array): number {
    for (let from = 0; from < bytes.length; from += PIECE) this.parser.push(bytes.subarray(from, from + PIECE))
    return this.parser.cells.count
  }

  /** All bytes have been taken. @returns how many elements of the list were no rows */
  finish(): number {
    this.parser.finish()
    return this.parser.dropped
  }

  /** The rows of a view; they can be ordered once all are there. */
  page({ first, size, sorting }: View): Record<string, unknown>[] {
    return this.parser.cells.rows(this.inOrder(sorting).slice(first, first + size))
  }

  /** The keys of the selected rows, as JSON text. */
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
    const order = this.inOrder(sorting)
    for (let done = 0; done < cells.count; ) {
      const rows = order.slice(done, done + CSV_STEP)
      writer.addLines(rows)
      done += rows.length
      yield { done, ...(writer.isFull && { part: writer.takePart() }) }
    }
    yield { done: cells.count, part: writer.takePart() }
  }

  private inOrder(sorting: Sorting | undefined): { slice: (from: number, to: number) => Uint32Array } {
    const { cells } = this.parser
    if (!sorting) return { slice: (from, to) => placesBetween(from, Math.min(to, cells.count)) }
    const by = JSON.stringify(sorting)
    if (this.sorted?.by !== by) {
      this.sorted = { by, rows: sortRows(new DisplayReader(cells, sorting), cells.count, sorting.direction) }
    }
    return this.sorted.rows
  }
}

function placesBetween(from: number, to: number): Uint32Array {
  const places = new Uint32Array(Math.max(0, to - from))
  for (let index = 0; index < places.length; index++) places[index] = from + index
  return places
}
