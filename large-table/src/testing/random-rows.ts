import { parseJson, stringifyJson } from '@canje/shared-auth/json'
import type { CsvColumn } from '../cell-display'
import { parseRows, type Row } from '../parse-rows'
import { rowNumbers } from '../worker/column-block'
import { CsvWriter } from '../worker/csv-writer'
import { RowParser } from '../worker/row-parser'
import { decodeUtf8, encodeUtf8 } from '../worker/utf8'

/** Returns the rows that the page itself would parse from the JSON of a list. */
export function receivedRows<Field extends string>(fields: readonly Field[], list: unknown): Row<Field>[] {
  return parseRows(parseJson(stringifyJson(list)), fields, 'test')
}

/** Parses a text in chunks of the given size in bytes. */
export function parseText(fields: readonly string[], text: string, size = Infinity): RowParser {
  const parser = new RowParser(fields)
  const bytes = encodeUtf8(text)
  for (let from = 0; from < bytes.length; from += size) parser.push(bytes.slice(from, from + size))
  parser.finish()
  return parser
}

/** Returns all rows of a parser. */
export function parsedRows({ cells }: RowParser) {
  return cells.rows(Array.from({ length: cells.count }, (_, row) => row))
}

/** Writes the CSV file of rows with the worker's code. */
export function workerCsv(fields: readonly string[], columns: readonly CsvColumn[], rows: readonly object[]): string {
  const { cells } = parseText(fields, stringifyJson({ data: rows }))
  const writer = new CsvWriter(cells, columns)
  writer.addLines(rowNumbers(cells.count))
  return decodeUtf8(writer.take())
}

/** Returns a seeded generator of numbers in [0, 1) (mulberry32). */
export function randomNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}
