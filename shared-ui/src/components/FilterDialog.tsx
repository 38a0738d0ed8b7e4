import { sameText } from '@canje/large-table'
import { InputText } from 'primereact/inputtext'
import { useId, useRef, useState } from 'react'
import { useTab } from '../state/TabRoot'
import { ActionDialog, type ActionDialogProps } from './ActionDialog'

/** What a filter of the server is called, and what its dialog says. */
export interface FilterTexts {
  /** Label of the field. */
  label: string
  hint: string
  /** The toast for an empty field. */
  missing: string
  /** In place of the hint for an empty field. */
  missingHint: string
  /** Name of the filter, before its value. */
  name: string
  /** Behind the number of all rows that match it. */
  total: string
}

/** Maximum length of a filter, in characters (specification §9). */
const MAX_LENGTH = 50

interface FilterDialogProps extends Pick<ActionDialogProps, 'onHide' | 'busy' | 'read' | 'failure'> {
  texts: FilterTexts
  /** The text of the field. */
  text: string
  onText: (text: string) => void
  /** Gets the text of the field, never without visible characters: a password manager may set it without an event. */
  onFilter: (text: string) => void
}

/** The dialog of a filter of the server (specification §2, §5). Closing it does not cancel the request. */
export function FilterDialog({ texts, text, onText, onFilter, ...dialog }: FilterDialogProps) {
  const { notify } = useTab()
  const inputId = useId()
  const hintId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isMissing, setMissing] = useState(false)

  function submit(values: FormData) {
    const entered = String(values.get('text')).slice(0, MAX_LENGTH)
    if (sameText(entered) === '') {
      notify({ severity: 'error', summary: 'Error', detail: texts.missing })
      setMissing(true)
      field.current?.focus()
      return
    }
    onFilter(entered)
  }

  return (
    <ActionDialog header="Filtrar" action="Filtrar" {...dialog} onAction={submit}>
      <label htmlFor={inputId}>{texts.label}</label>
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
        {isMissing ? texts.missingHint : texts.hint}
      </small>
    </ActionDialog>
  )
}
