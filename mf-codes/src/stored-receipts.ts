import { type Change, isReceipt } from './change'
import type { Code } from './codes'

/** How long the service restores a deletion, and how long a receipt outlives its document (D29, stored receipts), in milliseconds. */
export const RESTORABLE_MS = 600_000
const MAX_NAMES = 100

/** Changes with what {@link storeReceipts} writes: another release of this tab reads and writes its own format only. */
const FORMAT = 1

/** A receipt in session storage (D29, stored receipts). */
type StoredReceipt = ReturnType<typeof storeReceipts>[number]

/** True while the service can restore a deletion. */
export function isFresh({ at }: Pick<Change, 'at'>): boolean {
  return Date.now() < at + RESTORABLE_MS
}

/** What outlives the document of changes. The outcome of those that are not over is unknown then. */
export function storeReceipts(changes: readonly Change[]) {
  return changes
    .filter((change) => change.kind !== 'restore' && change.status !== 'asked' && isFresh(change))
    .map(({ kind, status, at, count, requested, codes, deletionIds }) => ({
      format: FORMAT,
      kind,
      status: isReceipt({ status }) ? status : 'unknown',
      at,
      count,
      requested,
      names: codes.slice(0, MAX_NAMES).map(({ name }) => String(name ?? '')),
      /** Each the digits of an integer, all of them (D31, long integers), or a quote and a text. */
      deletionIds: deletionIds.map((id) => (typeof id === 'string' ? `"${id}` : String(id))),
    }))
}

/** Reads what {@link storeReceipts} wrote in the last ten minutes. */
export function readReceipts(value: unknown): Change[] {
  const stored: unknown[] = Array.isArray(value) ? value : []
  return stored
    .filter((receipt): receipt is StoredReceipt => Object(receipt).format === FORMAT)
    .filter((receipt) => receipt.at <= Date.now() && isFresh(receipt))
    .map(({ format, names, deletionIds, ...receipt }, index) => ({
      ...receipt,
      id: index + 1,
      name: '',
      codes: names.map((name): Code => ({ id: null, name, userName: null, used: 0, date: null })),
      deletionIds: deletionIds.map((id) => (id.startsWith('"') ? id.slice(1) : BigInt(id))),
    }))
}
