import type { PropsWithChildren } from 'react'
import { ActionForm, type ActionFormProps } from './ActionForm'
import { TabDialog } from './TabDialog'

export interface ActionDialogProps extends Omit<ActionFormProps, 'className'> {
  header: string
  visible: boolean
  onHide: () => void
}

/** A dialog for one action. */
export function ActionDialog({ header, visible, onHide, ...form }: PropsWithChildren<ActionDialogProps>) {
  return (
    visible && (
      <TabDialog header={header} onHide={onHide} className="action-dialog">
        <ActionForm className="action-dialog-form" {...form} />
      </TabDialog>
    )
  )
}
