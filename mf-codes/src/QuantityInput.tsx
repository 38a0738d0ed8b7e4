import { Button, InputText } from '@canje/shared-ui'
import { type KeyboardEvent, useId } from 'react'

/** Maximum length of the quantity field (specification §5). */
const MAX_LENGTH = 2
const MAX_QUANTITY = 99
const BUTTONS = [
  { by: -1, icon: 'pi pi-minus', name: 'Menos', shortcut: 'ArrowDown' },
  { by: 1, icon: 'pi pi-plus', name: 'Más', shortcut: 'ArrowUp' },
]

interface QuantityInputProps {
  text: string
  onChange: (text: string) => void
}

/**
 * Number field with keyboard, paste and spinner input (D13, quantity field). It keeps typed signs and decimal points. PrimeReact's
 * InputNumber drops them and parses '1.5' as 15.
 */
export function QuantityInput({ text, onChange }: QuantityInputProps) {
  const id = useId()
  const quantity = quantityOf(text)
  // The 0 that it starts with is none yet.
  const isInvalid = text !== '0' && quantity === undefined

  function accept(typed: string) {
    // Digits typed after the initial 0 replace it.
    const normalized = typed.trim().replace(/^0+(?=\d)/, '')
    if (normalized.length <= MAX_LENGTH) onChange(normalized)
  }

  function step(by: number) {
    onChange(String(Math.min(Math.max((quantity ?? 0) + by, 0), MAX_QUANTITY)))
  }

  function handleKey(event: KeyboardEvent) {
    const button = BUTTONS.find(({ shortcut }) => shortcut === event.key)
    if (!button) return
    event.preventDefault()
    step(button.by)
  }

  return (
    <>
      <label htmlFor={id}>Cantidad Codigos</label>
      <div className="p-inputgroup">
        <InputText
          id={id}
          role="spinbutton"
          inputMode="numeric"
          autoComplete="off"
          value={text}
          onChange={(event) => accept(event.target.value)}
          onKeyDown={handleKey}
          onFocus={(event) => event.target.select()}
          // Otherwise typing '12' before the 0 would yield '10'.
          onClick={({ currentTarget }) => text === '0' && currentTarget.select()}
          invalid={isInvalid}
          aria-invalid={isInvalid}
          aria-valuemin={0}
          aria-valuemax={MAX_QUANTITY}
          aria-valuenow={quantity ?? 0}
          aria-valuetext={text}
          aria-describedby={`${id}-hint`}
          autoFocus
        />
        {/* Not focusable, since the arrow keys have the same effect. */}
        {BUTTONS.map(({ by, icon, name }) => (
          <Button
            key={name}
            type="button"
            tabIndex={-1}
            outlined
            icon={icon}
            aria-label={name}
            onClick={() => step(by)}
          />
        ))}
      </div>
      <small id={`${id}-hint`} className={isInvalid ? 'action-failure' : undefined}>
        Ingrese la cantidad de codigos que quiere generar{isInvalid && ', de 1 a 99'}
      </small>
    </>
  )
}

/** @returns the quantity in a text, 1 to 99; otherwise undefined */
export function quantityOf(text: string): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}
