import { sameText } from '@canje/large-table'
import { InputText } from 'primereact/inputtext'
import { useEffect, useId, useRef, useState } from 'react'
import { useTab } from '../state/TabRoot'
import { useDraftText } from '../state/useDialog'
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

/** Identifies the dialog in its tab. */
export const FILTER = 'filtrar'
/** Maximum length of a filter, in characters (specification §9). */
const MAX_LENGTH = 50

interface FilterDialogProps extends Pick<ActionDialogProps, 'visible' | 'onHide' | 'busy' | 'read' | 'failure'> {
  texts: FilterTexts
  /** Gets the trimmed text, never without visible characters. */
  onFilter: (text: string) => void
  /** Clears the field on submit; otherwise it keeps its text (D15, Referidos). */
  clearOnSubmit?: boolean
}

/** The dialog of a filter of the server (specification §2, §5). Closing it does not cancel the request. */
export function FilterDialog({ texts, onFilter, clearOnSubmit = false, ...dialog }: FilterDialogProps) {
  const { visible } = dialog
  const { notify } = useTab()
  const [text, setText] = useDraftText(FILTER, visible, '')
  const inputId = useId()
  const hintId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (!visible) setMissing(false)
  }, [visible])

  function submit(values: FormData) {
    const entered = String(values.get('text')).slice(0, MAX_LENGTH)
    if (sameText(entered) === '') {
      notify({ severity: 'error', summary: 'Error', detail: texts.missing })
      setMissing(true)
      field.current?.focus()
      return
    }
    setText(clearOnSubmit ? '' : entered)
    onFilter(entered.trim())
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
          setText(event.target.value)
          setMissing(false)
        }}
      />
      <small id={hintId} className={isMissing ? 'action-failure' : undefined}>
        {isMissing ? texts.missingHint : texts.hint}
      </small>
    </ActionDialog>
  )
}
