import { useTabReceipts } from '@canje/shared-ui'
import { useEffect, useRef, useState } from 'react'
import { isFresh, keep, MAX_RECEIPTS, RESTORABLE_MS, type ReceiptData, readKept } from './kept-receipts'

/** The receipts of the presses, of which one is shown. */
export interface Receipts {
  /** The receipt that is shown: by default the last one; undefined without any. */
  current: ReceiptData | undefined
  /** Its number, from 1 for the oldest one. */
  position: number
  count: number
  /** Increases when staff ask for another receipt. */
  asked: number
  /** The ten minutes in which the service restores have not passed. */
  isFresh: boolean
  /** Adds a receipt, unless it has nothing to tell: its codes are unknown or none. */
  add: (receipt: NewReceipt) => void
  /** Starts a receipt that grows. @returns a function that replaces it */
  start: () => (receipt: NewReceipt) => void
  /** Removes a receipt: the one before it is shown, or the one after it. */
  remove: (receipt: ReceiptData) => void
  /** Closes the current one, as asked for. */
  close: () => void
  /** Shows the receipt that many after the current one; the first one follows the last one. */
  turn: (by: number) => void
}

type NewReceipt = Pick<ReceiptData, 'kind' | 'requested' | 'refused'> & { codes: ReceiptData['codes'] | undefined }

interface State {
  list: readonly ReceiptData[]
  /** The place in the list of the receipt that is shown. */
  shown: number
  asked: number
}

/** Keeps the receipts of a tab, so that staff can take back one deletion after the other, also after a reload (D29). */
export function useReceipts(): Receipts {
  const kept = useTabReceipts()
  const [now, setNow] = useState(Date.now)
  const [initial] = useState<State>(() => {
    const list = readKept(kept?.current, now)
    return { list, shown: list.length - 1, asked: 0 }
  })
  const [{ list, shown, asked }, change] = useState(initial)
  const lastId = useRef(initial.list.length)

  useEffect(() => {
    const fresh = list.filter((receipt) => isFresh(receipt, now))
    if (list !== initial.list || fresh.length < list.length)
      kept?.onChange(fresh.filter(({ count }) => count > 0).map(keep))
    const [oldest] = fresh
    if (!oldest) return
    const timer = setTimeout(() => setNow(Date.now()), oldest.at + RESTORABLE_MS - Date.now())
    return () => clearTimeout(timer)
  }, [kept, list, initial, now])

  function start() {
    lastId.current += 1
    const id = lastId.current
    const at = Date.now()
    return ({ codes, ...receipt }: NewReceipt) => {
      if (!codes || (codes.length === 0 && !receipt.refused?.length)) return
      const added = { ...receipt, id, codes, count: codes.length, at }
      change((state) => {
        const list = [...state.list.filter((other) => other.id !== id), added].slice(-MAX_RECEIPTS)
        return { ...state, list, shown: list.length - 1 }
      })
    }
  }

  const current = list[shown]
  return {
    current,
    position: shown + 1,
    count: list.length,
    asked,
    isFresh: current !== undefined && isFresh(current, now),
    add: (receipt) => start()(receipt),
    start,
    remove: (removed) => change((state) => without(state, removed)),
    close: () => change((state) => ({ ...without(state, current), asked: state.asked + 1 })),
    turn: (by) =>
      change((state) => {
        const { length } = state.list
        return { ...state, shown: (state.shown + by + length) % length, asked: state.asked + 1 }
      }),
  }
}

function without(state: State, removed: ReceiptData | undefined): State {
  const place = state.list.findIndex(({ id }) => id === removed?.id)
  if (place < 0) return state
  const list = state.list.filter((receipt) => receipt !== state.list[place])
  const shown = place > state.shown ? state.shown : Math.max(0, state.shown - 1)
  return { ...state, list, shown }
}
