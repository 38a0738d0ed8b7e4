import { stringifyJson } from '@canje/shared-auth/json'
import type { CsvColumn } from './cell-display'
import { inSlices } from './in-slices'
import type { AnyRow } from './parse-rows'
import type { Lines } from './row-store'
import { tsvLine } from './tsv'

// Writes rows in the page's memory, without blocking the page. Loaded with the first file, not with the tab.
export { toCsv } from './csv'

/** Writes rows as lines of cells with tabs between them, for the clipboard. @returns the lines, and their number */
export async function toTsv(columns: readonly CsvColumn[], rows: readonly AnyRow[]): Promise<Lines> {
  const lines = await inSlices(rows, (row) => tsvLine(columns, row))
  return { text: lines.join('\n'), count: lines.length }
}

/** Writes rows as the response of a service, which a worker parses. */
export async function toJson(rows: readonly AnyRow[]): Promise<string> {
  const objects = await inSlices(rows, stringifyJson)
  return `{"data":[${objects.join()}]}`
}
