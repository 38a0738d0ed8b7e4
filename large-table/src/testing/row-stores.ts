import { stringifyJson } from '@canje/shared-auth/json'
import { MemoryRows } from '../memory-rows'
import type { AnyRow } from '../parse-rows'
import type { RowStore } from '../row-store'
import { encodeUtf8 } from '../worker/utf8'
import { WorkerClient } from '../worker/worker-client'
import { WorkerRows } from '../worker/worker-rows'
import { localWorker } from './local-worker'
import { receivedRows } from './random-rows'

/** Both ways to store rows, by name. */
export const ROW_STORES: readonly (readonly [name: string, store: StoreRows])[] = [
  ['in memory', async (fields, rows) => new MemoryRows(receivedRows(fields, rows))],
  ['in a worker', storeInWorker],
]

type StoreRows = (fields: readonly string[], rows: readonly AnyRow[]) => Promise<RowStore<AnyRow>>

async function storeInWorker(fields: readonly string[], rows: readonly AnyRow[]): Promise<RowStore<AnyRow>> {
  const stored = new WorkerRows<AnyRow>(new WorkerClient(localWorker().worker), [])
  await stored.open(fields)
  await stored.push(encodeUtf8(stringifyJson({ data: rows })))
  await stored.finish()
  return stored
}
