/// <reference path="../bundled-text.d.ts" />
import type { XlsxOptions } from '../xlsx-options'
import { startWorker } from './start-worker'
import type { XlsxReply, XlsxRequest } from './write-sheet'
import code from './xlsx-worker?bundled'

/** Writes an Excel file in a new worker, from rows as JSON. See `writeXlsx`. */
export async function writeInWorker(rows: Blob, { sheet, columns, signal, onProgress }: XlsxOptions): Promise<Blob> {
  signal.throwIfAborted()
  const { worker, revokeCode } = startWorker(code)
  try {
    return await new Promise<Blob>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason))
      worker.onerror = ({ message }) => reject(new Error(`The worker that writes the Excel file failed: ${message}.`))
      worker.onmessage = ({ data }: MessageEvent<XlsxReply>) => {
        if ('progress' in data) onProgress(data.progress)
        else if ('error' in data) reject(new Error(data.error))
        else resolve(data.file)
      }
      // Without other properties that columns may have, such as functions, which cannot be posted.
      const plain = columns.map(({ header, field, display, width, isDate }) => ({
        header,
        field,
        display,
        width,
        isDate,
      }))
      worker.postMessage({ rows, sheet, columns: plain } satisfies XlsxRequest)
    })
  } finally {
    worker.terminate()
    revokeCode()
  }
}
