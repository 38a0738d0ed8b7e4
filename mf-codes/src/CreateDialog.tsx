import { useId, useState } from 'react'
import { ActionDialog } from 'shared-ui'
import { isQuantity, QuantityInput } from './QuantityInput'

interface CreateDialogProps {
  visible: boolean
  onHide: () => void
  busy: boolean
  /** Creates that many codes; resolves to true once they are there. */
  onCreate: (quantity: number) => Promise<boolean>
}

/** Asks how many codes to create (specification §2, D13). */
export function CreateDialog({ visible, onHide, busy, onCreate }: CreateDialogProps) {
  const [quantity, setQuantity] = useState<number | null>(0)
  const inputId = useId()
  const hintId = useId()

  async function create() {
    if (isQuantity(quantity) && (await onCreate(quantity))) setQuantity(0)
  }

  return (
    <ActionDialog
      header="Creacion de codigos"
      visible={visible}
      onHide={onHide}
      action="Crear"
      busy={busy}
      disabled={!isQuantity(quantity)}
      onAction={create}
    >
      <label htmlFor={inputId}>Cantidad Codigos</label>
      <QuantityInput inputId={inputId} hintId={hintId} value={quantity} onChange={setQuantity} />
      <small id={hintId}>Ingrese la cantidad de codigos que quiere generar</small>
    </ActionDialog>
  )
}
