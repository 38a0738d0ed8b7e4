import { InputText } from 'primereact/inputtext'
import { useId } from 'react'
import { useNotify } from '../state/TabRoot'
import { useDraftText } from '../state/useDialog'
import { ActionDialog } from './ActionDialog'
import type { ActionFormProps } from './ActionForm'

/** Identifies the dialog in its tab. */
export const FILTER = 'filtrar'
/** Maximum length of a filter, in characters (specification §9). */
const MAX_LENGTH = 50

interface FilterDialogProps extends Pick<ActionFormProps, 'read'> {
  visible: boolean
  onHide: () => void
  /** The filter's request is pending. Closing the dialog does not cancel it. */
  busy: boolean
  /** Gets the trimmed text, never blank. */
  onFilter: (text: string) => void
  /** Clears the field on submit; otherwise it keeps its text (D15). */
  clearOnSubmit?: boolean
}

/** The filter of Puntaje and Referidos (specification §2, §5). */
export function FilterDialog({ visible, onHide, busy, read, onFilter, clearOnSubmit = false }: FilterDialogProps) {
  const notify = useNotify()
  const [text, setText] = useDraftText(FILTER, visible, '')
  const inputId = useId()
  const hintId = useId()

  function submit() {
    const trimmed = text.trim()
    if (trimmed === '') {
      notify({ severity: 'error', summary: 'Error', detail: 'debe ingresar un nombre o un número de teléfono.' })
      return
    }
    if (clearOnSubmit) setText('')
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
      onAction={submit}
    >
      <label htmlFor={inputId}>Filtrar Puntaje</label>
      <InputText
        id={inputId}
        value={text}
        maxLength={MAX_LENGTH}
        autoComplete="off"
        aria-describedby={hintId}
        data-pc-autofocus="true"
        onChange={(event) => setText(event.target.value)}
      />
      <small id={hintId}>Ingrese el nombre o el número de teléfono del usuario.</small>
    </ActionDialog>
  )
}
