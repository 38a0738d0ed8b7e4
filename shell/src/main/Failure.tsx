import { Button } from 'primereact/button'
import type { MouseEvent } from 'react'

interface FailureProps {
  title: string
  advice: string
  onRetry: () => void
}

/** Error message of a part of the page that failed to load or threw. */
export function Failure({ title, advice, onRetry }: FailureProps) {
  function retry({ currentTarget }: MouseEvent): void {
    // The button goes, with its focus.
    const around = currentTarget.closest('[role=dialog], [role=tabpanel]')
    around?.querySelector<HTMLElement>('[data-tab-heading], button')?.focus()
    onRetry()
  }

  return (
    <div className="failure" role="alert">
      <h2>{title}</h2>
      <p>{advice}</p>
      <Button type="button" label="Reintentar" icon="pi pi-refresh" onClick={retry} />
    </div>
  )
}
