import { Failure } from './Failure'

/** Error message of `/main` without a registry. */
export function RegistryFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Failure
      title="No se pudieron cargar las pestañas"
      advice="Compruebe su conexión e intente de nuevo. Su sesión sigue abierta."
      onRetry={onRetry}
    />
  )
}
