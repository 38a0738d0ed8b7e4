import { Dialog } from 'primereact/dialog'
import type { PropsWithChildren } from 'react'
import { ActionForm, type ActionFormProps } from './ActionForm'

interface ActionDialogProps extends Omit<ActionFormProps, 'className'> {
  header: string
  visible: boolean
  onHide: () => void
}

/** A dialog for one action, rendered inside its tab (D21). */
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
