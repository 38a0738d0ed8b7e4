import { type FormEvent, type KeyboardEvent, type PropsWithChildren, useRef } from 'react'
import { useWait, type Wait } from '../state/useWait'
import { ActionButton } from './ActionButton'
import { RetryButton } from './RetryButton'
import { SlowNotice } from './SlowNotice'

export interface ActionFormProps {
  className: string
  /** The label of its one button. */
  action: string
  severity?: 'danger'
  /** The action is under way. */
  busy: boolean
  /** For an action that is a read: how long its request has been under way, and how to send it again. */
  read?: { wait: Wait; repeat: () => void } | undefined
  /** The action cannot be taken yet. */
  disabled?: boolean
  onAction: () => void
}

/** A form for one action, taken one press at a time by its button or by Enter in a field. */
export function ActionForm({
  className,
  action,
  read,
  onAction,
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
    // The pressed button goes.
    form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
    read?.repeat()
  }

  return (
    <form ref={form} className={className} noValidate onSubmit={submit} onKeyDown={ignoreHeldEnter}>
      {children}
      <SlowNotice wait={wait}>{read && wait === 'stuck' && <RetryButton onPress={repeat} />}</SlowNotice>
      <ActionButton type="submit" label={action} {...button} />
    </form>
  )
}

function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
