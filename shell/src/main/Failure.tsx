import { Button } from 'primereact/button'

/** Error message of a tab that failed to load or threw. */
export function TabFailure({ label, onRetry }: { label: string; onRetry: () => void }) {
  return (
    <div className="failure" role="alert">
      <h2>No se pudo mostrar la pestaña {label}</h2>
      <p>Compruebe su conexión e intente de nuevo. Las demás pestañas siguen funcionando.</p>
      <Button type="button" label="Reintentar" icon="pi pi-refresh" onClick={onRetry} />
    </div>
  )
}
