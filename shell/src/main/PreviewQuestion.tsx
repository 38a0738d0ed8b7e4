import { Button } from 'primereact/button'
import { type KeyboardEvent, useEffect, useRef } from 'react'
import { useRemotes } from '../remotes'

/** Asks whether to run a previewed build, by its origin; the live tabs go on beside it. */
export function PreviewQuestion({ address }: { address: string }) {
  const { confirm, remove } = useRemotes().preview
  const dialog = useRef<HTMLDivElement>(null)

  useEffect(() => {
    dialog.current?.querySelector<HTMLElement>('.preview-discard')?.focus()
  }, [])

  function discard() {
    remove()
    focusActiveTab()
  }
  function discardByKey({ key }: KeyboardEvent) {
    if (key === 'Escape') discard()
  }

  return (
    <div
      ref={dialog}
      className="preview-banner"
      role="dialog"
      aria-labelledby="preview-question-title"
      aria-describedby="preview-question-text"
      onKeyDown={discardByKey}
    >
      <div>
        <h2 id="preview-question-title">Vista previa</h2>
        <p id="preview-question-text">
          ¿Mostrar la vista previa de {new URL(address).origin} en lugar de la pestaña publicada? Ejecuta código de ese
          origen con su sesión.
        </p>
      </div>
      <div className="preview-choice">
        <Button type="button" label="Mostrar vista previa" severity="warning" onClick={confirm} />
        <Button type="button" className="preview-discard" label="Descartar" onClick={discard} />
      </div>
    </div>
  )
}

/** The focused button is gone with the question. */
function focusActiveTab(): void {
  document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
}
