import { useId } from 'react'

interface ChoiceFieldProps<Value extends string> {
  label: string
  value: Value | undefined
  choices: readonly { value: Value; label: string }[]
  onChange: (value: Value) => void
}

/** A labelled list, of which staff choose one. */
export function ChoiceField<Value extends string>({ label, value, choices, onChange }: ChoiceFieldProps<Value>) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select id={id} className="p-inputtext" value={value} onChange={({ target }) => onChange(target.value as Value)}>
        {choices.map(({ value, label }) => (
          <option key={`${value} ${label}`} value={value}>
            {label}
          </option>
        ))}
      </select>
    </>
  )
}
