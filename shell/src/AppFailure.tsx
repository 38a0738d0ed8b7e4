import { hardReload } from './hard-reload'

/**
 * Error page for a configuration that cannot be read and for a screen of the shell that throws. `index.html` has the same
 * texts for scripts that fail to load.
 */
export function AppFailure() {
  return (
    <main className="start-failure">
      <div role="alert">
        <h1>No se pudo mostrar la aplicación</h1>
        <p>Compruebe su conexión e intente de nuevo.</p>
      </div>
      <button type="button" className="p-button" onClick={hardReload}>
        Reintentar
      </button>
    </main>
  )
}
