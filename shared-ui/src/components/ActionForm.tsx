import type { Fault } from '@canje/shared-auth/fault'
import { type FormEvent, type KeyboardEvent, type PropsWithChildren, useRef } from 'react'
import { useWait, type Wait } from '../state/useWait'
import { ActionButton, type ActionButtonProps } from './ActionButton'
import { RetryButton } from './RetryButton'
import { type Repetition, SlowNotice } from './SlowNotice'

/** Why an action failed. */
export interface ActionFailure {
  /** A sentence. */
  text: string
  fault: Fault
}

export interface ActionFormProps extends Pick<ActionButtonProps, 'severity' | 'disabled'> {
  className: string
  /** Label of the submit button. */
  action: string
  /** The action is pending. */
  busy: boolean
  /** For a read: how long its request has been pending, and a function that sends it again. */
  read?: { wait: Wait; repeat: () => void } | undefined
  /** Why the action last failed. */
  failure?: ActionFailure | undefined
  /** The action is sent again. */
  repetition?: Repetition | undefined
  /** Gets the values of the fields as they are in the page: a password manager may set them without an event. */
  onAction: (values: FormData) => void
  /** For an action that needs a confirmation: adds 'Cancelar', with the initial focus. */
  onCancel?: () => void
}

/**
 * A form for one action, submitted by its button or by Enter in a field. While busy, a submit of a read replaces the pending
 * one; submits of a change are ignored.
 */
export function ActionForm({
  className,
  action,
  read,
  failure,
  repetition,
  onAction,
  onCancel,
  children,
  ...button
}: PropsWithChildren<ActionFormProps>) {
  const form = useRef<HTMLFormElement>(null)
  const ownWait = useWait((button.busy && !read && !repetition) || undefined)
  const wait = read && button.busy ? read.wait : ownWait

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    if ((read || !button.busy) && !button.disabled) onAction(new FormData(event.currentTarget))
  }

  // The pressed button unmounts, which would lose the focus.
  const focusing = (press: (() => void) | undefined) => () => {
    form.current?.querySelector<HTMLElement>('[type=submit]')?.focus()
    press?.()
  }

  return (
    <form ref={form} className={className} noValidate onSubmit={submit} onKeyDown={ignoreEnterRepeat}>
      {children}
      <SlowNotice
        wait={wait}
        failure={failure?.text}
        repetition={repetition && { ...repetition, stop: focusing(repetition.stop) }}
      >
        <RetryButton fault={failure?.fault} onPress={read && wait === 'stuck' ? focusing(read.repeat) : undefined} />
      </SlowNotice>
      <span className="action-buttons">
        {onCancel && <ActionButton label="Cancelar" severity="secondary" autoFocus onPress={onCancel} />}
        <ActionButton type="submit" label={action} isReplaceable={read !== undefined} {...button} />
      </span>
    </form>
  )
}

function ignoreEnterRepeat(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
