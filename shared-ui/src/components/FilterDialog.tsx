import { InputText } from 'primereact/inputtext'
import { useEffect, useId, useRef, useState } from 'react'
import { useNotify } from '../state/TabRoot'
import { useDraftText } from '../state/useDialog'
import { ActionDialog } from './ActionDialog'
import type { ActionFormProps } from './ActionForm'

/** Identifies the dialog in its tab. */
export const FILTER = 'filtrar'
/** Maximum length of a filter, in characters (specification §9). */
const MAX_LENGTH = 50

interface FilterDialogProps extends Pick<ActionFormProps, 'read' | 'failure'> {
  visible: boolean
  onHide: () => void
  /** The filter's request is pending; another submit replaces it. Closing the dialog does not cancel it. */
  busy: boolean
  /** Gets the trimmed text, never blank. */
  onFilter: (text: string) => void
  /** Clears the field on submit; otherwise it keeps its text (D15). */
  clearOnSubmit?: boolean
}

/** The filter of Puntaje and Referidos (specification §2, §5). */
export function FilterDialog({
  visible,
  onHide,
  busy,
  read,
  failure,
  onFilter,
  clearOnSubmit = false,
}: FilterDialogProps) {
  const notify = useNotify()
  const [text, setText] = useDraftText(FILTER, visible, '')
  const inputId = useId()
  const hintId = useId()
  const field = useRef<HTMLInputElement>(null)
  const [isMissing, setMissing] = useState(false)
  useEffect(() => {
    if (!visible) setMissing(false)
  }, [visible])

  function submit(values: FormData) {
    // A second Enter may reach the field while the dialog closes.
    if (!visible) return
    const entered = String(values.get('text')).slice(0, MAX_LENGTH)
    const trimmed = entered.trim()
    if (trimmed === '') {
      notify({ severity: 'error', summary: 'Error', detail: 'debe ingresar un nombre o un número de teléfono.' })
      setMissing(true)
      field.current?.focus()
      return
    }
    setText(clearOnSubmit ? '' : entered)
    onFilter(trimmed)
  }

  return (
    <ActionDialog
      header="Filtrar"
      visible={visible}
      onHide={onHide}
      action="Filtrar"
      busy={busy}
      read={read}
      failure={failure}
      onAction={submit}
    >
      <label htmlFor={inputId}>Filtrar Puntaje</label>
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
        data-pc-autofocus="true"
        onChange={(event) => {
          setText(event.target.value)
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
