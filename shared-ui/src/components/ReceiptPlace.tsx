import { type PropsWithChildren, useMemo, useRef } from 'react'
import { useMisclickGuard } from './useMisclickGuard'
import { useRovingFocus } from './useRovingFocus'

interface ReceiptPlaceProps {
  /** Identifies the receipt; undefined without one. */
  id: string | undefined
  /** Another value when staff asked for the receipt, as by 'Comprobante anterior'. */
  asked?: number
}

/** The place of a receipt. It ignores presses that were aimed at another receipt, unless staff asked for this one. Its buttons are one tab stop. */
export function ReceiptPlace({ id, asked, children }: PropsWithChildren<ReceiptPlaceProps>) {
  const place = useRef<HTMLDivElement>(null)
  const keys = useMemo(() => (id === undefined ? undefined : [id]), [id])
  const { settling, note, handlers } = useMisclickGuard(place, keys, String(asked), onlyPlace)
  const roving = useRovingFocus(place, 'button', { keepsFocus: true })
  return (
    <>
      <span role="status" className="press-note">
        {note}
      </span>
      <div
        ref={place}
        className="receipt-place"
        data-settling={settling.length > 0 || undefined}
        {...roving}
        {...handlers}
      >
        {children}
      </div>
    </>
  )
}

const onlyPlace = () => 0
