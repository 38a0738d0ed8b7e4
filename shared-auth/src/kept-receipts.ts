import { readRecord, writeRecord } from './stored-session'

/** Returns the receipts that a tab has kept for its person (D29, session storage), as they are stored; undefined without any. */
export function keptReceipts(tab: string): unknown {
  return Object(readRecord()?.receipts)[tab]
}

/** Keeps the receipts of a tab for its person (D29, session storage): the newest ones for which session storage has room. */
export function keepReceipts(tab: string, receipts: readonly object[]): void {
  const record = readRecord()
  if (!record) return
  let kept = receipts
  while (!writeRecord({ ...record, receipts: { ...Object(record.receipts), [tab]: kept } }) && kept.length > 0)
    kept = kept.slice(Math.ceil(kept.length / 2))
}
