import { Dialog } from 'primereact/dialog'
import type { PropsWithChildren } from 'react'
import { ActionForm } from './ActionForm'

interface ActionDialogProps {
  header: string
  visible: boolean
  onHide: () => void
  /** The label of its one button. */
  action: string
  severity?: 'danger'
  /** The action is under way. */
  busy: boolean
  /** The action cannot be taken yet. */
  disabled?: boolean
  onAction: () => void
}

/** A dialog for one action. It is drawn inside its tab (D21). */
export function ActionDialog({ header, visible, onHide, ...form }: PropsWithChildren<ActionDialogProps>) {
  return (
    <Dialog
      header={header}
      visible={visible}
      onHide={onHide}
      className="action-dialog"
      appendTo="self"
      draggable={false}
      resizable={false}
    >
      <ActionForm className="action-dialog-form" {...form} />
    </Dialog>
  )
}
