import { InputNumber } from 'primereact/inputnumber'
import type { ClipboardEvent, FormEvent, MouseEvent } from 'react'

const MAX_QUANTITY = 99

interface QuantityInputProps {
  inputId: string
  hintId: string
  value: number | null
  onChange: (value: number | null) => void
}

/** A count of at most two digits, by key, paste or spinner (D13). */
export function QuantityInput({ inputId, hintId, value, onChange }: QuantityInputProps) {
  /** PrimeReact reports a third digit although it does not show it. */
  function accept(value: number | null | undefined) {
    if ((value ?? 0) <= MAX_QUANTITY) onChange(value ?? null)
  }

  /** PrimeReact hears keys and paste only; autofill, dictation and the like come as a bare input event. */
  function acceptInput({ target }: FormEvent) {
    if (target instanceof HTMLInputElement) onChange(/^\d{1,2}$/.test(target.value) ? Number(target.value) : null)
  }

  return (
    <InputNumber
      inputId={inputId}
      value={value}
      onChange={(event) => accept(event.value)}
      onValueChange={(event) => accept(event.value)}
      onInput={acceptInput}
      onPasteCapture={refuseOtherThanDigits}
      onFocus={(event) => event.target.select()}
      onClick={selectZero}
      min={0}
      max={MAX_QUANTITY}
      maxLength={2}
      maxFractionDigits={0}
      useGrouping={false}
      showButtons
      aria-describedby={hintId}
      data-pc-autofocus="true"
    />
  )
}

/** True for a quantity that can be created: 1 to 99. */
export function isQuantity(value: number | null): value is number {
  return value !== null && Number.isInteger(value) && value >= 1 && value <= MAX_QUANTITY
}

/** After a click before the 0, '12' would come out as 10. */
function selectZero({ target }: MouseEvent) {
  if (target instanceof HTMLInputElement && target.value === '0') target.select()
}

/** PrimeReact would read '12.5' as 125. */
function refuseOtherThanDigits(event: ClipboardEvent) {
  if (/^\s*\d{1,2}\s*$/.test(event.clipboardData.getData('text'))) return
  event.preventDefault()
  event.stopPropagation()
}
