import { faultOf } from '@canje/shared-auth/fault'
import { hardReload } from './hard-reload'
import { adviceOf } from './network-fault'

/**
 * Error page for a configuration that cannot be read and for a screen of the shell that throws. `index.html` has the texts
 * for scripts that fail to load.
 */
export function AppFailure({ error }: { error: unknown }) {
  const fault = faultOf(error)
  const isSignIn = fault.kind === 'sign-in-page'
  return (
    <main className="login-screen">
      <div className="stack surface login-card">
        <div role="alert">
          <h1>No se pudo mostrar la aplicación</h1>
          <p>{adviceOf(fault)}</p>
        </div>
        <button type="button" className="p-button" onClick={isSignIn ? () => location.reload() : hardReload}>
          {isSignIn ? 'Recargar' : 'Reintentar'}
        </button>
      </div>
    </main>
  )
}
