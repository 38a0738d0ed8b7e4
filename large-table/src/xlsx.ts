import { importWithRetry } from './import-chunk'
import type { RowStore } from './row-store'
import type { XlsxOptions } from './xlsx-options'

/** More rows take longer than staff wait without a sign. */
const LARGE_ROWS = 5_000

/**
 * Writes the rows of a query as an Excel file (D33), in a worker of its own that ends with the file.
 *
 * @throws Error when `signal` is aborted, or there are more than `MAX_XLSX_ROWS` rows
 */
export async function writeXlsx(rows: Pick<RowStore<unknown>, 'json' | 'count'>, options: XlsxOptions): Promise<Blob> {
  // The worker reports the rows that it has written, and first it has to read them.
  if (rows.count > LARGE_ROWS) options.onProgress(0)
  const { writeInWorker } = await importWithRetry(() => import(/* webpackChunkName: 'export' */ './worker/write-xlsx'))
  return writeInWorker(await rows.json(options.query, options.signal), options)
}
