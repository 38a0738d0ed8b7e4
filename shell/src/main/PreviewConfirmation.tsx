import { Button } from 'primereact/button'
import type { KeyboardEvent } from 'react'
import { useRemotes } from '../remotes'

interface PreviewConfirmationProps {
  title: string
  text: string
  /** The label of the button that agrees. */
  accept: string
}

/** Asks whether to run the code of a preview. The live tabs stay usable. */
export function PreviewConfirmation({ title, text, accept }: PreviewConfirmationProps) {
  const { confirm, remove } = useRemotes().preview

  function discard() {
    remove()
    focusActiveTab()
  }
  function discardByKey({ key }: KeyboardEvent) {
    if (key === 'Escape') discard()
  }

  return (
    <div
      className="line preview-banner"
      role="dialog"
      aria-labelledby="preview-confirmation-title"
      aria-describedby="preview-confirmation-text"
      onKeyDown={discardByKey}
    >
      <div>
        <h2 id="preview-confirmation-title">{title}</h2>
        <p id="preview-confirmation-text">{text}</p>
      </div>
      <div className="line">
        <Button type="button" label={accept} outlined onClick={confirm} />
        <Button type="button" autoFocus label="Descartar" onClick={discard} />
      </div>
    </div>
  )
}

/** The focused button unmounts with the dialog. */
function focusActiveTab(): void {
  document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
}
