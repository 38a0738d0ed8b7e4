import { Button } from 'primereact/button'
import type { MouseEvent } from 'react'
import { openDiagnosis } from '../diagnosis/DiagnosisDialog'
import { adviceOf, isOfNetwork, type PartFault } from '../network-fault'

export interface FailureProps {
  title: string
  fault: PartFault
  /** What still works, unless the network is at fault: that may stop all parts. */
  rest: string
  /** Whom to ask about it. */
  owner?: string | undefined
  onRetry: () => void
}

/** Error message of a part of the page that failed to load or threw. A sign-in that the network asks for needs a page. */
export function Failure({ title, fault, rest, owner, onRetry }: FailureProps) {
  const working = isOfNetwork(fault) ? 'Su sesión sigue abierta.' : rest
  const responsible = owner && `Responsable: ${owner}.`

  function retry({ currentTarget }: MouseEvent): void {
    // The button goes, with its focus.
    const around = currentTarget.closest('[role=dialog], [role=tabpanel]')
    around?.querySelector<HTMLElement>('[data-tab-heading], button')?.focus()
    onRetry()
  }

  return (
    <div className="failure" role="alert">
      <h2>{title}</h2>
      <p>{[adviceOf(fault), working, responsible].filter(Boolean).join(' ')}</p>
      <div className="line">
        {fault.kind === 'sign-in-page' ? (
          <Button type="button" label="Recargar" icon="pi pi-refresh" onClick={() => location.reload()} />
        ) : (
          <Button type="button" label="Reintentar" icon="pi pi-refresh" onClick={retry} />
        )}
        <Button type="button" label="Diagnóstico" severity="secondary" outlined onClick={openDiagnosis} />
      </div>
    </div>
  )
}
