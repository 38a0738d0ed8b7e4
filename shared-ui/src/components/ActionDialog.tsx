import { Dialog } from 'primereact/dialog'
import type { FormEvent, KeyboardEvent, PropsWithChildren } from 'react'
import { ActionButton } from './ActionButton'

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

/** A dialog for one action, taken by its button or by Enter in a field. It is drawn inside its tab (D21). */
export function ActionDialog({ header, visible, onHide, children, ...action }: PropsWithChildren<ActionDialogProps>) {
  function submit(event: FormEvent) {
    event.preventDefault()
    if (!action.busy && !action.disabled) action.onAction()
  }

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
      <form className="action-dialog-form" noValidate onSubmit={submit} onKeyDown={ignoreHeldEnter}>
        {children}
        <ActionButton
          type="submit"
          label={action.action}
          busy={action.busy}
          disabled={action.disabled ?? false}
          {...(action.severity && { severity: action.severity })}
        />
      </form>
    </Dialog>
  )
}

function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
