import { Button } from 'primereact/button'
import type { TooltipOptions } from 'primereact/tooltip/tooltipoptions'
import type { KeyboardEvent, MouseEvent } from 'react'

export interface ActionButtonProps {
  id?: string
  /** Visible label. Without it, the button is an icon with a tooltip. */
  label?: string
  /** Accessible name: the tooltip of an icon button, or the label and the target of the action in a row. */
  name?: string
  /** The key that presses it, as in `aria-keyshortcuts`: see `useShortcuts`. */
  shortcut?: string | undefined
  /** A primeicons class, such as `pi pi-refresh`. */
  icon?: string
  severity?: 'danger' | 'secondary'
  /** Outlined instead of solid, for an action that is not the main one of its area. */
  outlined?: boolean
  type?: 'button' | 'submit'
  /** The action is pending: the button announces it and ignores presses (D13, busy buttons). */
  busy?: boolean
  /** A press while busy replaces the pending action. */
  isReplaceable?: boolean
  disabled?: boolean
  /** Takes the focus at mount. */
  autoFocus?: boolean
  onPress?: (press: MouseEvent) => void
}

/** A button that ignores the second click of a double click, key repeats, and presses while busy unless replaceable. */
export function ActionButton({
  label,
  name = label,
  shortcut,
  icon,
  busy = false,
  isReplaceable = false,
  onPress,
  ...button
}: ActionButtonProps) {
  const isBlocked = busy && !isReplaceable

  function press(event: MouseEvent) {
    if (isBlocked || event.detail > 1) event.preventDefault()
    else onPress?.(event)
  }

  return (
    <Button
      {...button}
      // The theme hides the label of a button with an icon where there is no room.
      title={icon && label}
      {...(label ? { label } : { tooltip: name, tooltipOptions })}
      // Without an own icon, the spinner covers the label, so that the button keeps its size.
      className={icon ? undefined : 'without-icon'}
      type={button.type ?? 'button'}
      icon={busy ? 'pi pi-spin pi-spinner' : icon}
      aria-label={name}
      aria-keyshortcuts={shortcut}
      aria-busy={busy}
      // A button with `disabled` would lose the focus.
      aria-disabled={isBlocked}
      onClick={press}
      onKeyDown={ignoreKeyRepeat}
    />
  )
}

/** Shown on hover and focus, hidden by Escape. Not hoverable, because it lies over other controls (WCAG 2.2, 1.4.13). */
const tooltipOptions: TooltipOptions = {
  // Above, there is the search.
  position: 'bottom',
  event: 'both',
  closeOnEscape: true,
  // PrimeReact sets aria-hidden while the tooltip is visible.
  pt: { root: { 'aria-hidden': undefined } },
}

function ignoreKeyRepeat(event: KeyboardEvent) {
  if (event.repeat && event.key !== 'Tab') event.preventDefault()
}
