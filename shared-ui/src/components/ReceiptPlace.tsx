import { createContext, type PropsWithChildren, type ReactNode, useContext, useMemo } from 'react'
import { useMisclickGuard } from './useMisclickGuard'
import { useRovingFocus } from './useRovingFocus'

/** The bar of a selection, which takes the place of a receipt; undefined without a selection. */
export const SelectionBarContext = createContext<ReactNode>(undefined)

interface ReceiptPlaceProps {
  /** Identifies the receipt; undefined without one. */
  id: string | undefined
  /** Another value when staff ask for another receipt, as by 'Comprobante anterior' or a press that makes one. */
  asked?: number
  /** It shows what is under way, which a selection must not cover. */
  isBusy?: boolean
}

/** The place of a receipt. It ignores presses just after it has replaced another receipt, unless staff asked for it. Its buttons are one tab stop. */
export function ReceiptPlace({ id, asked, isBusy, children }: PropsWithChildren<ReceiptPlaceProps>) {
  const roving = useRovingFocus<HTMLDivElement>('button', { keepsFocus: true })
  const selectionBar = useContext(SelectionBarContext)
  const bar = isBusy ? undefined : selectionBar
  const shown = bar ? 'selection' : id
  const keys = useMemo(() => (shown === undefined ? undefined : [shown]), [shown])
  // The receipt of what was under way is the one that staff wait for.
  const act = `${asked} ${isBusy} ${bar ? shown : ''}`
  const { note, handlers } = useMisclickGuard(roving.ref, keys, act, onlyRow)
  return (
    <>
      <span role="status" className="press-note">
        {note}
      </span>
      <div className="receipt-place" {...roving} {...handlers}>
        {bar ?? children}
      </div>
    </>
  )
}

const onlyRow = () => 0
