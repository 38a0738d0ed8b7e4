import type { Change } from './change'
import type { Code } from './codes'

/** How long the service restores a deletion, and how long a receipt outlives its document (D29, stored receipts), in milliseconds. */
export const RESTORABLE_MS = 600_000
const MAX_NAMES = 100
/** Codes that one press deletes at most, each by a request of its own. */
export const MAX_DELETED = 500

/** The digits of a deletion id, all of them (D31, long integers), or a quote and its text. */
const STORED_ID = /^(?:-?\d+|".+)$/s

const STATUSES: readonly unknown[] = ['done', 'refused', 'unknown']

/** A receipt in session storage (D29, stored receipts). */
interface StoredReceipt extends Pick<Change, 'kind' | 'status' | 'at' | 'count'> {
  names: string[]
  /** Each a {@link STORED_ID}. */
  deletionIds: string[]
  requested?: number
}

/** True while the service can restore a deletion. */
export function isFresh({ at }: Pick<Change, 'at'>, now = Date.now()): boolean {
  return now < at + RESTORABLE_MS
}

/** What outlives the document of changes. The outcome of those that are not over is unknown then. */
export function storeReceipts(changes: readonly Change[]): StoredReceipt[] {
  return changes
    .filter((change) => change.kind !== 'restore' && change.status !== 'asked' && isFresh(change))
    .map(({ kind, status, at, count, codes, deletionIds, requested = count }) => ({
      kind,
      status: STATUSES.includes(status) ? status : 'unknown',
      at,
      count,
      names: codes.slice(0, MAX_NAMES).map(({ name }) => String(name ?? '')),
      deletionIds: deletionIds.map((id) => (typeof id === 'string' ? `"${id}` : String(id))),
      ...(requested !== count && { requested }),
    }))
}

/**
 * Reads what {@link storeReceipts} wrote. Another release of this tab may have written something else, so what is no receipt
 * of the last ten minutes is left out.
 *
 * @param now in milliseconds since the epoch
 */
export function readReceipts(value: unknown, now: number): Change[] {
  const stored: unknown[] = Array.isArray(value) ? value : []
  return stored
    .filter(isStored)
    .filter((receipt) => receipt.at <= now && isFresh(receipt, now))
    .map(({ names, deletionIds, ...receipt }, index) => ({
      ...receipt,
      id: index + 1,
      name: '',
      codes: names.map((name): Code => ({ id: null, name, userName: null, used: 0, date: null })),
      deletionIds: deletionIds.map((id) => (id.startsWith('"') ? id.slice(1) : BigInt(id))),
    }))
}

function isStored(value: unknown): value is StoredReceipt {
  const stored: Partial<Record<keyof StoredReceipt, unknown>> = Object(value)
  const { kind, status, at, count, names, deletionIds, requested = 1 } = stored
  return (
    (kind === 'create' || kind === 'delete') &&
    STATUSES.includes(status) &&
    Number.isFinite(at) &&
    isCount(count) &&
    isCount(requested) &&
    isListOfTexts(names) &&
    names.length === Math.min(count, MAX_NAMES) &&
    isListOfTexts(deletionIds) &&
    deletionIds.every((id) => STORED_ID.test(id))
  )
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isListOfTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}
