import type { TabReceipts } from '@canje/shared-auth'

/** Receipts in session storage, of one person. */
export function storedReceipts(): TabReceipts {
  let text = 'null'
  return {
    get current(): unknown {
      return JSON.parse(text)
    },
    onChange: (receipts) => {
      text = JSON.stringify(receipts)
    },
  }
}
