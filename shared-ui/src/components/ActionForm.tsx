import { type FormEvent, type KeyboardEvent, type PropsWithChildren, useRef } from 'react'
import { useWait, type Wait } from '../state/useWait'
import { ActionButton } from './ActionButton'
import { RetryButton } from './RetryButton'
import { SlowNotice } from './SlowNotice'

export interface ActionFormProps {
  className: string
  /** Label of the submit button. */
  action: string
  severity?: 'danger'
  /** The action is pending. */
  busy: boolean
  /** For a read: how long its request has been pending, and a function that sends it again. */
  read?: { wait: Wait; repeat: () => void } | undefined
  /** The action is not available yet. */
  disabled?: boolean
  onAction: () => void
  /** For an action that needs a confirmation: adds 'Cancelar', with the initial focus. */
  onCancel?: () => void
}

/** A form for one action, submitted by its button or by Enter in a field; it ignores submits while busy. */
export function ActionForm({
  className,
  action,
  read,
  onAction,
  onCancel,
  children,
  ...button
}: PropsWithChildren<ActionFormProps>) {
  const form = useRef<HTMLFormElement>(null)
  const ownWait = useWait((button.busy && !read) || undefined)
  const wait = read && button.busy ? read.wait : ownWait

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!button.busy && !button.disabled) onAction()
  }

  function repeat() {
    // The pressed button unmounts, which would lose the focus.
    form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
    read?.repeat()
  }

  return (
    <form ref={form} className={className} noValidate onSubmit={submit} onKeyDown={ignoreEnterRepeat}>
      {children}
      <SlowNotice wait={wait}>{read && wait === 'stuck' && <RetryButton onPress={repeat} />}</SlowNotice>
      <span className="action-buttons">
        {onCancel && <ActionButton label="Cancelar" severity="secondary" autoFocus onPress={onCancel} />}
        <ActionButton type="submit" label={action} {...button} />
      </span>
    </form>
  )
}

function ignoreEnterRepeat(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
