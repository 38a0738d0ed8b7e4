import { ActionButton, ReceiptPlace, useAnnounce } from '@canje/shared-ui'
import type { ReactNode } from 'react'
import { type Change, isReceipt } from './change'
import type { ChangesEvent, ChangesState } from './change-machine'

interface ReceiptListProps {
  state: ChangesState
  dispatch: (event: ChangesEvent) => void
  /** What stands in their place while the next one is made. */
  progress: ReactNode
  /** Renders a `Receipt`. */
  children: (change: Change) => ReactNode
}

/** One of the receipts, in the line for notices, with buttons for the others. */
export function ReceiptList({ state, dispatch, progress, children }: ReceiptListProps) {
  const receipts = state.changes.filter(isReceipt)
  const count = receipts.length
  const place = receipts.findIndex(({ id }) => id === state.shown)
  const current = receipts[place]
  const announce = useAnnounce()
  const turn = (by: number) => dispatch({ type: 'turn', by })

  function close(change: Change) {
    dispatch({ type: 'close', id: change.id })
    if (count === 1) announce('Comprobante cerrado')
  }

  return (
    <ReceiptPlace
      id={progress ? 'progress' : current && String(current.id)}
      asked={state.turns}
      isBusy={progress !== undefined}
    >
      {progress}
      {!progress && current && (
        <section className={`receipt receipt-${isSuccess(current) ? 'success' : 'warning'}`} aria-label="Comprobante">
          {children(current)}
          <span className="receipt-buttons">
            {count > 1 && (
              <>
                <span className="receipt-position">{`${place + 1} de ${count}`}</span>
                <ActionButton name="Comprobante anterior" icon="pi pi-angle-left" outlined onPress={() => turn(-1)} />
                <ActionButton name="Comprobante siguiente" icon="pi pi-angle-right" outlined onPress={() => turn(1)} />
              </>
            )}
            <ActionButton name="Cerrar" icon="pi pi-times" outlined onPress={() => close(current)} />
          </span>
        </section>
      )}
    </ReceiptPlace>
  )
}

/** Whether a press has done what was asked for, as far as staff may rely on it. */
function isSuccess({ status, count, requested = count }: Change): boolean {
  return status === 'done' && count <= requested
}
