import type { KeyboardEvent, MouseEvent } from 'react'
import { Button, InputText } from 'shared-ui'

/** The quantity field takes that many characters (specification §5). */
const MAX_LENGTH = 2
const MAX_QUANTITY = 99
const STEPS: Readonly<Record<string, number>> = { ArrowUp: 1, ArrowDown: -1 }

interface QuantityInputProps {
  inputId: string
  hintId: string
  text: string
  onChange: (text: string) => void
}

/**
 * A count by key, paste or spinner (D13). It shows what was typed, a sign or a decimal point too: PrimeReact's
 * InputNumber leaves those out, and reads '1.5' as 15.
 */
export function QuantityInput({ inputId, hintId, text, onChange }: QuantityInputProps) {
  const quantity = quantityOf(text)

  function accept(typed: string) {
    // What is typed behind the 0 of an untouched field replaces it.
    const meant = typed.trim().replace(/^0+(?=\d)/, '')
    if (meant.length <= MAX_LENGTH) onChange(meant)
  }

  function step(by: number) {
    onChange(String(Math.min(Math.max((quantity ?? 0) + by, 0), MAX_QUANTITY)))
  }

  function stepByKey(event: KeyboardEvent) {
    const by = STEPS[event.key]
    if (by === undefined) return
    event.preventDefault()
    step(by)
  }

  return (
    <div className="p-inputgroup">
      <InputText
        id={inputId}
        role="spinbutton"
        inputMode="numeric"
        autoComplete="off"
        value={text}
        onChange={(event) => accept(event.target.value)}
        onKeyDown={stepByKey}
        onFocus={(event) => event.target.select()}
        onClick={selectZero}
        invalid={/\D/.test(text)}
        aria-invalid={/\D/.test(text)}
        aria-valuemin={0}
        aria-valuemax={MAX_QUANTITY}
        aria-valuenow={quantity ?? 0}
        aria-valuetext={text}
        aria-describedby={hintId}
        data-pc-autofocus="true"
      />
      {/* The arrow keys do the same, so the keyboard passes these by. */}
      <Button
        type="button"
        tabIndex={-1}
        severity="secondary"
        outlined
        icon="pi pi-minus"
        aria-label="Menos"
        onClick={() => step(-1)}
      />
      <Button
        type="button"
        tabIndex={-1}
        severity="secondary"
        outlined
        icon="pi pi-plus"
        aria-label="Más"
        onClick={() => step(1)}
      />
    </div>
  )
}

/** The quantity that a text stands for, 1 to 99; undefined when it is nothing to create. */
export function quantityOf(text: string): number | undefined {
  return /^\d{1,2}$/.test(text) && Number(text) > 0 ? Number(text) : undefined
}

/** After a click before the 0, '12' would come out as '10'. */
function selectZero({ target }: MouseEvent) {
  if (target instanceof HTMLInputElement && target.value === '0') target.select()
}
