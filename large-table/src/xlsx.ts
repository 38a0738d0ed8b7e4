import { importWithRetry } from './import-chunk'
import type { RowStore } from './row-store'
import type { XlsxOptions } from './xlsx-options'

/**
 * Writes the rows of a query as an Excel file (D33), in a worker of its own that ends with the file.
 *
 * @throws Error when `signal` is aborted, or there are more than `MAX_XLSX_ROWS` rows
 */
export async function writeXlsx(rows: Pick<RowStore<unknown>, 'json'>, options: XlsxOptions): Promise<Blob> {
  const { writeInWorker } = await importWithRetry(() => import(/* webpackChunkName: 'excel' */ './worker/write-xlsx'))
  return writeInWorker(await rows.json(options.query, options.signal), options)
}
