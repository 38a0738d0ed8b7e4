import { ActionDialog } from 'shared-ui'

interface DeleteAllDialogProps {
  visible: boolean
  onHide: () => void
  busy: boolean
  onDelete: () => void
}

/** Confirmation dialog for deleting all unassigned codes (specification §2). */
export function DeleteAllDialog({ visible, onHide, busy, onDelete }: DeleteAllDialogProps) {
  return (
    <ActionDialog
      header="Eliminar Codigos"
      visible={visible}
      onHide={onHide}
      action="Eliminar"
      severity="danger"
      busy={busy}
      onAction={onDelete}
    >
      <p>¿Esta seguro de eliminar los codigos?</p>
      <p>Se eliminara todos los codigos que no han sido asignados</p>
    </ActionDialog>
  )
}
