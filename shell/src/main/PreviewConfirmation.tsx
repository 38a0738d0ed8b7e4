import { Button } from 'primereact/button'
import type { KeyboardEvent } from 'react'
import { useRemotes } from '../remotes'

/** Asks whether to run code of the preview's origin. The live tabs stay usable. */
export function PreviewConfirmation({ url }: { url: string }) {
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
      className="preview-banner"
      role="dialog"
      aria-labelledby="preview-confirmation-title"
      aria-describedby="preview-confirmation-text"
      onKeyDown={discardByKey}
    >
      <div>
        <h2 id="preview-confirmation-title">Vista previa</h2>
        <p id="preview-confirmation-text">
          ¿Mostrar la vista previa de {new URL(url).origin} en lugar de la pestaña publicada? Ejecuta código de ese
          origen con su sesión.
        </p>
      </div>
      <div className="choice-buttons">
        <Button type="button" label="Mostrar vista previa" outlined onClick={confirm} />
        <Button type="button" autoFocus label="Descartar" onClick={discard} />
      </div>
    </div>
  )
}

/** The focused button unmounts with the dialog. */
function focusActiveTab(): void {
  document.querySelector<HTMLElement>('[role=tab][aria-selected=true]')?.focus()
}
