import { Button } from 'primereact/button'

/** Error message of `/main` without a registry. */
export function RegistryFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="failure" role="alert">
      <h2>No se pudieron cargar las pestañas</h2>
      <p>Compruebe su conexión e intente de nuevo. Su sesión sigue abierta.</p>
      <Button type="button" label="Reintentar" icon="pi pi-refresh" onClick={onRetry} />
    </div>
  )
}
