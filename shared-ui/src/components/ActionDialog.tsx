import type { PropsWithChildren } from 'react'
import { ActionForm, type ActionFormProps } from './ActionForm'
import { TabDialog } from './TabDialog'

export interface ActionDialogProps extends Omit<ActionFormProps, 'className'> {
  header: string
  onHide: () => void
}

/** A dialog for one action, open while it is mounted. */
export function ActionDialog({ header, onHide, ...form }: PropsWithChildren<ActionDialogProps>) {
  return (
    <TabDialog header={header} onHide={onHide} className="action-dialog">
      <ActionForm className="stack action-dialog-form" {...form} />
    </TabDialog>
  )
}
