import { isLoggedIn } from '@canje/shared-auth'
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
  /** Starts the receipt of a press. */
  start: (kind: ReceiptData['kind']) => StartedReceipt
  /** Removes a receipt: the one before it is shown, or the one after it. */
  remove: (receipt: ReceiptData) => void
  /** Closes the current one, as asked for. */
  close: () => void
  /** Shows the receipt that many after the current one; the first one follows the last one. */
  turn: (by: number) => void
}

type Result = Pick<ReceiptData, 'requested' | 'refused' | 'doubtful' | 'isUncertain'> & {
  codes: ReceiptData['codes'] | undefined
}

interface StartedReceipt {
  /** The service may have made the change without telling: says so if the session or the document ends now. */
  doubt: () => void
  /** Shows what the press has done so far, unless that is nothing to tell: its codes are unknown or none. */
  show: (result: Result) => void
  /** Shows what the press has done. A doubt stays if the session has ended and the result does not tell more. */
  end: (result: Result) => void
}

interface State {
  list: readonly ReceiptData[]
  /** What a reload would show of the presses in doubt, in place of their receipts. */
  doubts: readonly ReceiptData[]
  /** The place in the list of the receipt that is shown. */
  shown: number
  asked: number
}

/** Keeps the receipts of a tab, so that staff can take back one deletion after the other, also after a reload (D29). */
export function useReceipts(): Receipts {
  const kept = useTabReceipts()
  const [now, setNow] = useState(Date.now)
  const [state, setState] = useState<State>(() => {
    const list = readKept(kept?.current, now)
    return { list, doubts: [], shown: list.length - 1, asked: 0 }
  })
  const { list, shown, asked } = state
  const latest = useRef(state)
  const lastId = useRef(list.length)

  useEffect(() => {
    const oldest = list.find((receipt) => isFresh(receipt, now))
    if (!oldest) return
    const end = () => {
      setNow(Date.now())
      kept?.onChange(keptOf(latest.current))
    }
    const timer = setTimeout(end, oldest.at + RESTORABLE_MS - Date.now())
    return () => clearTimeout(timer)
  }, [kept, list, now])

  /** Also after the session has ended, which unmounts the tab before all responses have arrived. */
  function change(next: (state: State) => State) {
    latest.current = next(latest.current)
    setState(latest.current)
    kept?.onChange(keptOf(latest.current))
  }

  function start(kind: ReceiptData['kind']): StartedReceipt {
    lastId.current += 1
    const id = lastId.current
    const at = Date.now()
    const others = (receipts: readonly ReceiptData[]) => receipts.filter((other) => other.id !== id)

    /** @returns whether there is something to tell */
    function show({ codes, ...result }: Result): boolean {
      if (!codes || (codes.length === 0 && !result.refused?.length && !result.isUncertain)) return false
      const added = { ...result, kind, id, codes, count: codes.length, at }
      change((state) => {
        const list = [...others(state.list), added].slice(-MAX_RECEIPTS)
        const doubts = state.doubts.map((doubt) => (doubt.id === id ? { ...added, isUncertain: true } : doubt))
        return { ...state, list, doubts, shown: list.length - 1 }
      })
      return true
    }

    return {
      doubt: () => {
        const doubt: ReceiptData = { kind, id, at, codes: [], count: 0, isUncertain: true }
        change((state) => ({ ...state, doubts: [...others(state.doubts), doubt] }))
      },
      show,
      end: (result) => {
        if (show(result) || isLoggedIn()) change((state) => ({ ...state, doubts: others(state.doubts) }))
      },
    }
  }

  const current = list[shown]
  return {
    current,
    position: shown + 1,
    count: list.length,
    asked,
    isFresh: current !== undefined && isFresh(current, now),
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

/** What a reload shows. */
function keptOf({ list, doubts }: State) {
  const certain = list.filter(({ id }) => doubts.every((doubt) => doubt.id !== id))
  return [...certain, ...doubts].filter((receipt) => isFresh(receipt)).map(keep)
}

function without(state: State, removed: ReceiptData | undefined): State {
  const place = state.list.findIndex(({ id }) => id === removed?.id)
  if (place < 0) return state
  const list = state.list.filter((receipt) => receipt !== state.list[place])
  const shown = place > state.shown ? state.shown : Math.max(0, state.shown - 1)
  return { ...state, list, shown }
}
