import type { FormEvent, KeyboardEvent, PropsWithChildren } from 'react'
import type { Table } from '../state/useTable'
import { useWait } from '../state/useWait'
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
  /** What the action asks for, if that is rows: the `request` that is under way, and how to `repeat` it. */
  read?: Pick<Table<unknown>, 'request' | 'repeat'> | undefined
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
  const request = read ? read.request : true
  const wait = useWait(button.busy ? request : undefined)

  function submit(event: FormEvent) {
    event.preventDefault()
    if (!button.busy && !button.disabled) onAction()
  }

  return (
    <form className={className} noValidate onSubmit={submit} onKeyDown={ignoreHeldEnter}>
      {children}
      <SlowNotice wait={wait}>{read && wait === 'stuck' && <RetryButton onPress={read.repeat} />}</SlowNotice>
      <ActionButton type="submit" label={action} {...button} />
    </form>
  )
}

function ignoreHeldEnter(event: KeyboardEvent) {
  if (event.repeat && event.key === 'Enter') event.preventDefault()
}
