import { ActionDialog, type ActionFailure, type Repetition, useDraftText } from '@canje/shared-ui'
import { useId } from 'react'
import { isInvalid, QuantityInput, quantityOf } from './QuantityInput'

/** Identifies the dialog in its tab. */
export const CREATE = 'crear'

interface CreateDialogProps {
  visible: boolean
  onHide: () => void
  busy: boolean
  /** Why the last creation failed. */
  failure: ActionFailure | undefined
  /** The request is sent again. */
  repetition?: Repetition | undefined
  /** Creates codes; resolves to true on success. */
  onCreate: (quantity: number) => Promise<boolean>
}

/** Dialog for the number of codes to create (specification §2, D13). */
export function CreateDialog({ visible, onHide, busy, failure, repetition, onCreate }: CreateDialogProps) {
  const [text, setText] = useDraftText(CREATE, visible, '0')
  const quantity = quantityOf(text)
  const inputId = useId()
  const hintId = useId()

  async function create() {
    if (!quantity || !(await onCreate(quantity))) return
    // Keeps text typed into the reopened dialog during the request.
    setText((current) => (current === text ? '0' : current))
  }

  return (
    <ActionDialog
      header="Creacion de codigos"
      visible={visible}
      onHide={onHide}
      action="Crear"
      busy={busy}
      failure={failure}
      repetition={repetition}
      disabled={!quantity}
      onAction={create}
    >
      <label htmlFor={inputId}>Cantidad Codigos</label>
      <QuantityInput inputId={inputId} hintId={hintId} text={text} onChange={setText} />
      <small id={hintId} className={isInvalid(text) ? 'action-failure' : undefined}>
        Ingrese la cantidad de codigos que quiere generar{isInvalid(text) && ', de 1 a 99'}
      </small>
    </ActionDialog>
  )
}
