import { useState } from 'react'
import type { ReceiptData } from './Receipt'

/** The receipts of the presses since the last one was closed. */
export interface Receipts {
  /** The receipt of the last press; undefined without one. */
  current: ReceiptData | undefined
  /** Adds a receipt, unless its codes are unknown or none. */
  add: (receipt: Omit<ReceiptData, 'codes' | 'at'> & { codes: ReceiptData['codes'] | undefined }) => void
  /** Removes a receipt: the one before it is shown again. */
  remove: (receipt: ReceiptData) => void
  clear: () => void
}

/** Keeps the receipts of a tab, so that staff can take back one deletion after the other. */
export function useReceipts(): Receipts {
  const [receipts, setReceipts] = useState<readonly ReceiptData[]>([])
  return {
    current: receipts.at(-1),
    add: ({ codes, ...receipt }) => {
      if (codes?.length) setReceipts((earlier) => [...earlier, { ...receipt, codes, at: new Date() }])
    },
    remove: (removed) => setReceipts((earlier) => earlier.filter((receipt) => receipt !== removed)),
    clear: () => setReceipts([]),
  }
}
