import { ActionDialog, type ActionDialogProps, useDraftText } from '@canje/shared-ui'
import { QuantityInput, quantityOf } from './QuantityInput'

/** Identifies the dialog in its tab. */
export const CREATE = 'crear'

interface CreateDialogProps extends Pick<ActionDialogProps, 'onHide' | 'busy' | 'failure' | 'repetition'> {
  visible: boolean
  /** Creates codes; resolves to true on success. */
  onCreate: (quantity: number) => Promise<boolean>
}

/** Dialog for the number of codes to create (specification §2, D13). It keeps its text while it is closed. */
export function CreateDialog({ visible, onCreate, ...dialog }: CreateDialogProps) {
  const [text, setText] = useDraftText(CREATE, visible, '0')
  const quantity = quantityOf(text)

  async function create() {
    if (!quantity || !(await onCreate(quantity))) return
    dialog.onHide()
    // Keeps text typed into the reopened dialog during the request.
    setText((current) => (current === text ? '0' : current))
  }

  return (
    visible && (
      <ActionDialog {...dialog} header="Creacion de codigos" action="Crear" disabled={!quantity} onAction={create}>
        <QuantityInput text={text} onChange={setText} />
      </ActionDialog>
    )
  )
}
