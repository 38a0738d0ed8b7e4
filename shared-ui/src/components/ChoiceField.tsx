import { useId } from 'react'

interface ChoiceFieldProps {
  label: string
  value: string | undefined
  choices: readonly { value: string; label: string; title?: string; translate?: 'no' }[]
  onChange: (value: string) => void
}

/** A labelled list, of which staff choose one. */
export function ChoiceField({ label, value, choices, onChange }: ChoiceFieldProps) {
  const id = useId()
  return (
    <>
      <label htmlFor={id}>{label}</label>
      <select id={id} className="p-inputtext" value={value} onChange={({ target }) => onChange(target.value)}>
        {choices.map(({ label, ...choice }) => (
          <option key={`${choice.value} ${label}`} {...choice}>
            {label}
          </option>
        ))}
      </select>
    </>
  )
}
