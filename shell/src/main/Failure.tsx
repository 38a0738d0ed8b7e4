import { Button } from 'primereact/button'

interface FailureProps {
  title: string
  advice: string
  onRetry: () => void
}

/** Error message of a part of the page that failed to load or threw. */
export function Failure({ title, advice, onRetry }: FailureProps) {
  return (
    <div className="failure" role="alert">
      <h2>{title}</h2>
      <p>{advice}</p>
      <Button type="button" label="Reintentar" icon="pi pi-refresh" onClick={onRetry} />
    </div>
  )
}
