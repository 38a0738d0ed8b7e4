import { MAX_XLSX_ROWS, type XlsxOptions } from '../xlsx-options'
import { RowParser } from './row-parser'
import { XlsxWriter } from './xlsx-writer'

/** The rows as a response (D1), and how to write them. */
export interface XlsxRequest extends Pick<XlsxOptions, 'sheet' | 'columns'> {
  rows: Blob
}

/** The file, the message of an error, or the number of rows written so far. */
export type XlsxReply = { file: Blob } | { error: string } | { progress: number }

/** Bytes read at a time: each column reserves capacity for as many. */
const CHUNK_BYTES = 64 * 1024
/** Rows compressed at a time. */
const STEP_ROWS = 256
/** Time between two reports of progress: a file that is written sooner has none. */
const PROGRESS_INTERVAL_MS = 100

/**
 * Writes an Excel file.
 *
 * @throws Error when there are more rows than a sheet holds
 */
export async function writeSheet(
  { rows, sheet, columns }: XlsxRequest,
  onProgress: (done: number) => void,
): Promise<Blob> {
  const parser = new RowParser([...new Set(columns.map(({ field }) => field))])
  for (let from = 0; from < rows.size; from += CHUNK_BYTES)
    parser.push(new Uint8Array(await rows.slice(from, from + CHUNK_BYTES).arrayBuffer()))
  parser.finish()

  const { cells } = parser
  if (cells.count > MAX_XLSX_ROWS)
    throw new Error(`An Excel sheet holds ${MAX_XLSX_ROWS} rows, not ${cells.count}: select fewer rows.`)
  const writer = new XlsxWriter(cells, sheet, columns)
  let reported = performance.now()
  for (let done = 0; done < cells.count; ) {
    const end = Math.min(done + STEP_ROWS, cells.count)
    writer.addRows(done, end)
    done = end
    if (performance.now() - reported < PROGRESS_INTERVAL_MS) continue
    reported = performance.now()
    onProgress(done)
  }
  return writer.finish()
}
