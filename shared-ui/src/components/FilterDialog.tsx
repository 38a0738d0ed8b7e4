import { sameText } from '@canje/large-table'
import { InputText } from 'primereact/inputtext'
import { useId, useRef, useState } from 'react'
import { useTab } from '../state/TabRoot'
import { ActionDialog, type ActionDialogProps } from './ActionDialog'

/** Maximum length of a filter, in characters (specification §9). */
const MAX_LENGTH = 50

interface FilterDialogProps extends Pick<ActionDialogProps, 'onHide' | 'busy' | 'read' | 'failure'> {
  /** Label of the field. */
  label: string
  /** The text of the field. */
  text: string
  onText: (text: string) => void
  /** Gets the text of the field, never without visible characters: a password manager may set it without an event. */
  onFilter: (text: string) => void
}

/** The dialog of a filter of the server by name or phone (specification §2, §5). Closing it does not cancel the request. */
export function FilterDialog({ label, text, onText, onFilter, ...dialog }: FilterDialogProps) {
  const { notify } = useTab()
  const inputId = useId()
  const hintId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isMissing, setMissing] = useState(false)

  function submit(values: FormData) {
    const entered = String(values.get('text')).slice(0, MAX_LENGTH)
    if (sameText(entered) === '') {
      notify({ severity: 'error', summary: 'Error', detail: 'debe ingresar un nombre o un número de teléfono.' })
      setMissing(true)
      field.current?.focus()
      return
    }
    onFilter(entered)
  }

  return (
    <ActionDialog header="Filtrar" action="Filtrar" {...dialog} onAction={submit}>
      <label htmlFor={inputId}>{label}</label>
      <InputText
        ref={field}
        id={inputId}
        name="text"
        value={text}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        invalid={isMissing}
        aria-invalid={isMissing}
        aria-describedby={hintId}
        autoFocus
        onChange={(event) => {
          onText(event.target.value)
          setMissing(false)
        }}
      />
      <small id={hintId} className={isMissing ? 'action-failure' : undefined}>
        {isMissing
          ? 'Falta el nombre o el número de teléfono.'
          : 'Ingrese el nombre o el número de teléfono del usuario.'}
      </small>
    </ActionDialog>
  )
}
