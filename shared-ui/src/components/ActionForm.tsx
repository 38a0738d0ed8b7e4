import type { FormEvent, KeyboardEvent, PropsWithChildren } from 'react'
import { useWait } from '../state/useWait'
import { ActionButton } from './ActionButton'
import { SlowNotice } from './SlowNotice'

export interface ActionFormProps {
  className: string
  /** The label of its one button. */
  action: string
  severity?: 'danger'
  /** The action is under way. */
  busy: boolean
  /** The action cannot be taken yet. */
  disabled?: boolean
  onAction: () => void
}

/** A form for one action, taken one press at a time by its button or by Enter in a field. */
export function ActionForm({ className, action, onAction, children, ...button }: PropsWithChildren<ActionFormProps>) {
  const wait = useWait(button.busy || undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!button.busy && !button.disabled) onAction()
  }

  return (
    <form className={className} noValidate onSubmit={submit} onKeyDown={ignoreHeldEnter}>
      {children}
      <SlowNotice wait={wait} />
      <ActionButton type="submit" label={action} {...button} />
    </form>
  )
}

function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
