import { reloadAnew } from './hard-reload'

/**
 * Shown in place of everything when the configuration could not be read, or a screen of the host itself threw. Where not
 * even this code is there, `index.html` says the same.
 */
export function AppFailure() {
  return (
    <main className="start-failure" role="alert">
      <h1>No se pudo mostrar la aplicación</h1>
      <p>Compruebe su conexión e intente de nuevo.</p>
      <button type="button" className="p-button" onClick={reloadAnew}>
        Reintentar
      </button>
    </main>
  )
}
