import { Button } from 'primereact/button'
import type { TooltipOptions } from 'primereact/tooltip/tooltipoptions'
import type { KeyboardEvent, MouseEvent } from 'react'

interface ActionButtonProps {
  id?: string
  /** Text on the button. Without it the button is an icon with a tooltip. */
  label?: string
  /** The accessible name and the tooltip of an icon. */
  name?: string
  /** What it acts on, for those who hear the page and not the row it is in. */
  description?: string
  /** A primeicons class, such as `pi pi-refresh`. */
  icon?: string
  severity?: 'success' | 'danger' | 'secondary'
  type?: 'button' | 'submit'
  /** Its work is under way: it says so and cannot be pressed (D13). */
  busy?: boolean
  disabled?: boolean
  onPress?: (press: MouseEvent) => void
}

/** A button that takes one press at a time: not the second of a double click, not a held key, none while busy. */
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
      // Not `disabled`: a disabled button loses the keyboard's focus.
      aria-disabled={busy}
      onClick={press}
      onKeyDown={ignoreHeldKey}
    />
  )
}

/** Shown on hover and on focus, and put away with Escape (WCAG 2.2, 1.4.13). */
const tooltipOptions: TooltipOptions = {
  position: 'top',
  event: 'both',
  autoHide: false,
  closeOnEscape: true,
  // PrimeReact hides it from assistive technology exactly while it is visible.
  pt: { root: { 'aria-hidden': undefined } },
}

function ignoreHeldKey(event: KeyboardEvent) {
  if (event.repeat && event.key !== 'Tab') event.preventDefault()
}
