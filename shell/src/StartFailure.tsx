/** Shown instead of the application when it could not read its configuration. */
export function StartFailure() {
  return (
    <main className="start-failure" role="alert">
      <h1>No se pudo iniciar la aplicación</h1>
      <p>No se pudo leer la configuración del servidor. Compruebe su conexión e intente de nuevo.</p>
      <button type="button" className="p-button" onClick={() => location.reload()}>
        Reintentar
      </button>
    </main>
  )
}
