import { type PropsWithChildren, type ReactNode, useMemo } from 'react'
import { useMisclickGuard } from './useMisclickGuard'
import { useRovingFocus } from './useRovingFocus'

interface ReceiptPlaceProps {
  /** Identifies the receipt; undefined without one. */
  id: string | undefined
  /** Another value when staff ask for another receipt, as by 'Comprobante anterior' or a press that makes one. */
  asked?: number
  /** The receipt is that of what is under way. */
  isBusy?: boolean
  /** The bar of a selection, which stands below the receipt; undefined without a selection. */
  bar?: ReactNode
}

/**
 * The place of a receipt and of a selection, at the foot of the table. It ignores presses just after one of them has taken
 * the place of the other, or of another receipt, unless staff asked for it. Its buttons are one tab stop.
 */
export function ReceiptPlace({ id, asked, isBusy, bar, children }: PropsWithChildren<ReceiptPlaceProps>) {
  const roving = useRovingFocus<HTMLDivElement>('button', { keepsFocus: true })
  const shown = id === undefined && !bar ? undefined : `${id} ${bar !== undefined}`
  const keys = useMemo(() => (shown === undefined ? undefined : [shown]), [shown])
  // The receipt of what was under way is the one that staff wait for.
  const act = `${asked} ${isBusy} ${bar !== undefined}`
  const { note, handlers } = useMisclickGuard(roving.ref, keys, act, onlyRow)
  return (
    <>
      <span role="status" className="press-note">
        {note}
      </span>
      <div className="receipt-place" {...roving} {...handlers}>
        {children}
        {bar}
      </div>
    </>
  )
}

const onlyRow = () => 0
