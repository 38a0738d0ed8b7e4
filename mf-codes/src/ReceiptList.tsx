import { ActionButton, ReceiptPlace, useTab } from '@canje/shared-ui'
import type { ReactNode } from 'react'
import { type Change, isPending, isReceipt } from './change'
import type { Code } from './codes'
import { DeletionProgressBar } from './DeletionProgressBar'
import { Receipt } from './Receipt'
import type { useChanges } from './useChanges'

interface ReceiptListProps {
  changes: Pick<ReturnType<typeof useChanges>, 'state' | 'step' | 'show' | 'isRunning' | 'undo'>
  /** That of a selection, which stands below. */
  bar: ReactNode
  /** Shows only some codes in the table. */
  onShow: (codes: readonly Code[]) => void
}

/** One of the receipts, in the line for notices, with buttons for the others. A deletion that makes one shows its progress there. */
export function ReceiptList({ changes: { state, step, show, isRunning, undo }, bar, onShow }: ReceiptListProps) {
  const running = state.changes.find((change) => isPending(change) && change.progress)
  const receipts = state.changes.filter(isReceipt)
  const count = receipts.length
  const place = receipts.findIndex(({ id }) => id === state.shown)
  const current = receipts[place]
  const { announce } = useTab()
  /** The first receipt follows the last one. */
  const turn = (by: number) => show(receipts.at((place + by) % count)?.id)

  function close(change: Change) {
    step(change.id, 'close')
    if (count === 1) announce('Comprobante cerrado')
  }

  return (
    <ReceiptPlace
      id={running ? 'progress' : current && String(current.id)}
      asked={state.turns}
      isBusy={running !== undefined}
      bar={bar}
    >
      {running && <DeletionProgressBar change={running} />}
      {!running && current && (
        <section className={`receipt receipt-${isSuccess(current) ? 'success' : 'warning'}`} aria-label="Comprobante">
          <Receipt
            // The key keeps presses, focus and what is pending from moving to the receipt that replaces it, and announces each one.
            key={current.id}
            change={current}
            busy={isRunning('restore')}
            onUndo={() => undo(current)}
            onShow={() => onShow(current.codes)}
          />
          <span className="line">
            {count > 1 && (
              <>
                <span>{`${place + 1} de ${count}`}</span>
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
