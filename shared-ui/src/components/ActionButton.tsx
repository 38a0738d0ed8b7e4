import { Button } from 'primereact/button'
import type { TooltipOptions } from 'primereact/tooltip/tooltipoptions'
import type { KeyboardEvent, MouseEvent } from 'react'

interface ActionButtonProps {
  id?: string
  /** Visible label. Without it, the button is an icon with a tooltip. */
  label?: string
  /** Accessible name and tooltip of an icon button. */
  name?: string
  /** The target of the action, for screen readers, which do not announce its row. */
  description?: string
  /** A primeicons class, such as `pi pi-refresh`. */
  icon?: string
  severity?: 'success' | 'danger' | 'secondary'
  type?: 'button' | 'submit'
  /** The action is pending: the button announces it and ignores presses (D13). */
  busy?: boolean
  disabled?: boolean
  onPress?: (press: MouseEvent) => void
}

/** A button that ignores the second click of a double click, key repeats, and presses while busy. */
export function ActionButton({
  label,
  name = label,
  description,
  icon,
  busy = false,
  onPress,
  ...button
}: ActionButtonProps) {
  function press(event: MouseEvent) {
    if (busy || event.detail > 1) event.preventDefault()
    else onPress?.(event)
  }

  return (
    <Button
      {...button}
      {...(label ? { label } : { tooltip: name, tooltipOptions })}
      type={button.type ?? 'button'}
      icon={busy ? 'pi pi-spin pi-spinner' : icon}
      aria-label={name}
      aria-description={description}
      aria-busy={busy}
      // Not `disabled`: a disabled button loses the focus.
      aria-disabled={busy}
      onClick={press}
      onKeyDown={ignoreKeyRepeat}
    />
  )
}

/** Shown on hover and focus, hidden by Escape (WCAG 2.2, 1.4.13). */
const tooltipOptions: TooltipOptions = {
  position: 'top',
  event: 'both',
  autoHide: false,
  closeOnEscape: true,
  // PrimeReact sets aria-hidden while the tooltip is visible.
  pt: { root: { 'aria-hidden': undefined } },
}

function ignoreKeyRepeat(event: KeyboardEvent) {
  if (event.repeat && event.key !== 'Tab') event.preventDefault()
}
