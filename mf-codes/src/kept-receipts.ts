import { deletionIdsOf, keepDeletionIds } from './api/restore-codes'
import type { Code } from './codes'

/** How long the service restores a deletion, and how long a receipt outlives its document (D29), in milliseconds. */
export const RESTORABLE_MS = 600_000
/** More receipts at a time are of no use; the oldest one ends. */
export const MAX_RECEIPTS = 50
const MAX_NAMES = 100
/** Codes that one press deletes at most, each by a request of its own. */
export const MAX_DELETED = 500

/** What a press did, with its codes. */
export interface ReceiptData {
  /** Different for each receipt of the tab. */
  id: number
  kind: 'created' | 'deleted'
  /** After a reload, with their names only, and at most 100 of them. */
  codes: readonly Code[]
  count: number
  /** In milliseconds since the epoch. */
  at: number
  /** Why codes of the press were not deleted, a sentence for each; not kept. */
  refused?: readonly string[]
  /** Why nobody knows whether others were deleted, in the same way. */
  doubtful?: readonly string[]
  /** The number of codes to create; of the codes beyond it, some may be of another person. */
  requested?: number
  /** The service may have made more of the change than the codes say. */
  isUncertain?: boolean
}

/** A receipt in session storage (D29). */
interface KeptReceipt {
  kind: ReceiptData['kind']
  at: number
  count: number
  names: string[]
  /** As JSON writes them, for all their digits (D31). */
  deletionIds: string[]
  requested?: number
  isUncertain?: true
}

/** True while the service can restore what a receipt says. */
export function isFresh({ at }: Pick<ReceiptData, 'at'>, now = Date.now()): boolean {
  return now < at + RESTORABLE_MS
}

/** Whether a press has done what was asked for, as far as staff may rely on it. */
export function isSuccess({ count, requested = count, isUncertain }: ReceiptData): boolean {
  return count > 0 && count <= requested && !isUncertain
}

/** What outlives the document of a receipt. */
export function keep({ kind, at, count, codes, requested, isUncertain }: ReceiptData): KeptReceipt {
  return {
    kind,
    at,
    count,
    names: codes.slice(0, MAX_NAMES).map(({ name }) => String(name ?? '')),
    deletionIds: deletionIdsOf(codes).map(formatId),
    ...(requested !== undefined && requested !== count && { requested }),
    ...(isUncertain && { isUncertain: true }),
  }
}

/**
 * Reads what {@link keep} wrote, and staff may have changed: what is no receipt of the last ten minutes is left out.
 *
 * @param now in milliseconds since the epoch
 */
export function readKept(value: unknown, now: number): ReceiptData[] {
  const kept: unknown[] = Array.isArray(value) ? value : []
  return kept
    .filter(isKept)
    .filter((receipt) => receipt.at <= now && isFresh(receipt, now))
    .slice(-MAX_RECEIPTS)
    .map(({ names, deletionIds, ...receipt }, index) => {
      const codes: Code[] = names.map((name) => ({ id: null, name, userName: null, used: 0, date: null }))
      keepDeletionIds(codes, deletionIds.map(parseId))
      return { ...receipt, id: index + 1, codes }
    })
}

function isKept(value: unknown): value is KeptReceipt {
  if (typeof value !== 'object' || value === null) return false
  const fields: Partial<Record<keyof KeptReceipt, unknown>> = value
  const { kind, at, count, names, deletionIds, requested = 1, isUncertain } = fields
  return (
    (kind === 'created' || kind === 'deleted') &&
    Number.isFinite(at) &&
    isCount(count) &&
    isCount(requested) &&
    (isUncertain === undefined || isUncertain === true) &&
    isListOfTexts(names, MAX_NAMES) &&
    names.length === Math.min(count, MAX_NAMES) &&
    isListOfTexts(deletionIds, MAX_DELETED)
  )
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

function isListOfTexts(value: unknown, maxLength: number): value is string[] {
  return Array.isArray(value) && value.length <= maxLength && value.every((one) => typeof one === 'string')
}

function formatId(id: number | bigint | string): string {
  return typeof id === 'string' ? JSON.stringify(id) : String(id)
}

function parseId(text: string): unknown {
  try {
    const id: unknown = JSON.parse(text)
    return typeof id === 'number' && !Number.isSafeInteger(id) ? BigInt(text) : id
  } catch {
    return undefined
  }
}
