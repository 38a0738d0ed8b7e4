import { useId } from 'react'

interface ChoiceFieldProps {
  label: string
  value: string | undefined
  choices: readonly { value: string; label: string }[]
  onChange: (value: string) => void
}

/** A labelled list, of which staff choose one. */
export function ChoiceField({ label, value, choices, onChange }: ChoiceFieldProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select id={id} className="p-inputtext" value={value} onChange={({ target }) => onChange(target.value)}>
        {choices.map(({ value, label }) => (
          <option key={`${value} ${label}`} value={value}>
            {label}
          </option>
        ))}
      </select>
    </>
  )
}
