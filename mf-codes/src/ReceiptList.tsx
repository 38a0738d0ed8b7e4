import { ActionButton, ReceiptPlace, useAnnounce } from '@canje/shared-ui'
import type { ReactNode } from 'react'
import { isSuccess, type ReceiptData } from './kept-receipts'
import type { Receipts } from './useReceipts'

interface ReceiptListProps {
  receipts: Receipts
  /** What stands in their place while the next one is made. */
  progress: ReactNode
  /** Renders a `Receipt`. */
  children: (receipt: ReceiptData) => ReactNode
}

/** One of the receipts, in the line for notices, with buttons for the others. */
export function ReceiptList({ receipts, progress, children }: ReceiptListProps) {
  const { current, position, count, asked, turn, close } = receipts
  const announce = useAnnounce()

  function closeCurrent() {
    close()
    if (count === 1) announce('Comprobante cerrado')
  }

  return (
    <ReceiptPlace
      id={progress ? 'progress' : current && String(current.id)}
      asked={asked}
      isBusy={progress !== undefined}
    >
      {progress}
      {!progress && current && (
        <section className={`receipt receipt-${isSuccess(current) ? 'success' : 'warning'}`} aria-label="Comprobante">
          {children(current)}
          <span className="receipt-buttons">
            {count > 1 && (
              <>
                <span className="receipt-position">{`${position} de ${count}`}</span>
                <ActionButton name="Comprobante anterior" icon="pi pi-angle-left" outlined onPress={() => turn(-1)} />
                <ActionButton name="Comprobante siguiente" icon="pi pi-angle-right" outlined onPress={() => turn(1)} />
              </>
            )}
            <ActionButton name="Cerrar" icon="pi pi-times" outlined onPress={closeCurrent} />
          </span>
        </section>
      )}
    </ReceiptPlace>
  )
}
