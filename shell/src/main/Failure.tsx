import { Button } from 'primereact/button'
import type { MouseEvent } from 'react'
import { useOpenDiagnosis } from '../diagnosis/DiagnosisDialog'

interface FailureProps {
  title: string
  advice: string
  /** Whom to ask about it. */
  owner?: string | undefined
  onRetry: () => void
}

/** Error message of a part of the page that failed to load or threw. */
export function Failure({ title, advice, owner, onRetry }: FailureProps) {
  const openDiagnosis = useOpenDiagnosis()

  function retry({ currentTarget }: MouseEvent): void {
    // The button goes, with its focus.
    const around = currentTarget.closest('[role=dialog], [role=tabpanel]')
    around?.querySelector<HTMLElement>('[data-tab-heading], button')?.focus()
    onRetry()
  }

  return (
    <div className="failure" role="alert">
      <h2>{title}</h2>
      <p>{owner ? `${advice} Responsable: ${owner}.` : advice}</p>
      <div className="choice-buttons">
        <Button type="button" label="Reintentar" icon="pi pi-refresh" onClick={retry} />
        <Button type="button" label="Diagnóstico" severity="secondary" outlined onClick={openDiagnosis} />
      </div>
    </div>
  )
}
