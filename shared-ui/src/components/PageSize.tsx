import { Dropdown } from 'primereact/dropdown'
import { type KeyboardEvent, useEffect, useRef } from 'react'

interface PageSizeProps {
  size: number
  sizes: readonly number[]
  disabled: boolean
  onSize: (size: number) => void
}

/** Replaces PrimeReact's, which has an English name in every locale and refers to a missing option. */
export function PageSize({ size, sizes, disabled, onSize }: PageSizeProps) {
  const dropdown = useRef<Dropdown>(null)
  useEffect(() => describe(dropdown.current, false), [])

  return (
    <Dropdown
      ref={dropdown}
      value={size}
      options={[...sizes]}
      onChange={({ value }) => onSize(value)}
      onShow={() => describe(dropdown.current, true)}
      onHide={() => describe(dropdown.current, false)}
      disabled={disabled}
      appendTo="self"
      aria-label="Filas por página"
      pt={{ root: { 'aria-activedescendant': undefined, onKeyDown: keepClosing }, select: HIDDEN, trigger: HIDDEN }}
    />
  )
}

/** The others of PrimeReact's three elements that have the name. */
const HIDDEN = { 'aria-hidden': true, 'aria-label': undefined }

function describe(dropdown: Dropdown | null, isOpen: boolean): void {
  const field = dropdown?.getFocusInput()
  field?.setAttribute('role', 'combobox')
  field?.setAttribute('aria-expanded', String(isOpen))
}

/** Escape and Tab close the open list, and nothing around it. The focus goes back to the field, because the list vanishes. */
function keepClosing(event: KeyboardEvent<HTMLElement>): void {
  const { key, currentTarget } = event
  if ((key !== 'Escape' && key !== 'Tab') || !currentTarget.querySelector('[role=listbox]')) return
  event.preventDefault()
  event.stopPropagation()
  currentTarget.querySelector('input')?.focus()
}
